import { MOST_REPORTS, type OrderSeen, type SeenStage } from '#shared/api/live.ts';

export type SeenReportsOptions = {
  /** Resolves with what the server acknowledged; rejects where it acknowledged nothing. */
  send: (report: OrderSeen) => Promise<unknown>;
  /** As `send`, for up to {@link MOST_REPORTS} at once. */
  sendAll: (reports: OrderSeen[]) => Promise<unknown>;
  /** How long to wait before trying again what failed, in ms. */
  retryMs: number;
};

/** What this screen has to report of its orders (D33), kept until the server has it. */
export type SeenReports = {
  /** Again is no harm: each stage of an order is reported once. */
  add(orderId: string, stage: SeenStage): void;
  /** The server listens: what waits is sent, in the order it came; as lists where it takes them. */
  open(takesLists: boolean): void;
  /** It does not any more; what it has not acknowledged is sent again next time. */
  close(): void;
};

/** One by one, a board that fills after a cut is sent slowly enough for the server's limit. */
const AT_ONCE = 10;
const REST_MS = 120;

export function seenReports({ send, sendAll, retryMs }: SeenReportsOptions): SeenReports {
  const waiting = new Map<string, OrderSeen>();
  const settled = new Set<string>();
  let listening = false;
  let takesLists = false;
  let sending = false;
  let wake = () => {};

  const canSend = () => listening && waiting.size > 0;

  async function sendWaiting(): Promise<void> {
    if (sending) return;
    sending = true;
    while (canSend()) {
      const batch = [...waiting].slice(0, takesLists ? MOST_REPORTS : AT_ONCE);
      const reports = batch.map(([, report]) => report);
      const done = takesLists
        ? Array<boolean>(batch.length).fill(await isSettled(sendAll(reports)))
        : await Promise.all(reports.map((report) => isSettled(send(report))));
      for (const [index, [key]] of batch.entries()) {
        if (!done[index]) continue;
        waiting.delete(key);
        settled.add(key);
      }
      if (listening) await rest(done.includes(false) ? retryMs : REST_MS);
    }
    sending = false;
  }

  async function isSettled(sent: Promise<unknown>): Promise<boolean> {
    try {
      const { ok, error } = (await sent) as { ok?: unknown; error?: unknown };
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
    open(lists) {
      listening = true;
      takesLists = lists;
      void sendWaiting();
    },
    close() {
      listening = false;
      wake();
    },
  };
}
