import type { OrderSeen, SeenStage } from '#shared/live.ts';

export type SeenReportsOptions = {
  /** Resolves with what the server acknowledged; rejects where it acknowledged nothing. */
  send: (report: OrderSeen) => Promise<unknown>;
  /** How long to wait before trying again what failed, in ms. */
  retryMs: number;
};

/** What this screen has to report of its orders (D33), kept until the server has it. */
export type SeenReports = {
  /** Again is no harm: each stage of an order is reported once. */
  add(orderId: string, stage: SeenStage): void;
  /** The server listens: what waits is sent, in the order it came. */
  open(): void;
  /** It does not any more; what it has not acknowledged is sent again next time. */
  close(): void;
};

/** A board that fills after a cut has hundreds: slow enough for the server's limit, quick enough to be in time. */
const AT_ONCE = 10;
const REST_MS = 120;

export function seenReports({ send, retryMs }: SeenReportsOptions): SeenReports {
  const waiting = new Map<string, OrderSeen>();
  const settled = new Set<string>();
  let listening = false;
  let sending = false;
  let wake = () => {};

  const canSend = () => listening && waiting.size > 0;

  async function sendWaiting(): Promise<void> {
    if (sending) return;
    sending = true;
    while (canSend()) {
      const batch = [...waiting].slice(0, AT_ONCE);
      const done = await Promise.all(batch.map(async ([key, report]) => (await isSettled(report)) && key));
      for (const key of done) {
        if (key === false) continue;
        waiting.delete(key);
        settled.add(key);
      }
      if (listening) await rest(done.includes(false) ? retryMs : REST_MS);
    }
    sending = false;
  }

  async function isSettled(report: OrderSeen): Promise<boolean> {
    try {
      const { ok, error } = (await send(report)) as { ok?: unknown; error?: unknown };
      // What makes no sense to the server now will make none later.
      return ok === true || error === 'INVALID' || error === 'NOT_FOUND';
    } catch {
      return false;
    }
  }

  function rest(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  return {
    add(orderId, stage) {
      const key = `${orderId} ${stage}`;
      if (settled.has(key) || waiting.has(key)) return;
      waiting.set(key, { orderId, stage });
      void sendWaiting();
    },
    open() {
      listening = true;
      void sendWaiting();
    },
    close() {
      listening = false;
      wake();
    },
  };
}
