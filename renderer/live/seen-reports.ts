import { MOST_REPORTS, type OrderSeen } from '#shared/api/live.ts';
import type { StationStage } from '#shared/base/station-stages.ts';
import type { AtStationsReported } from '../state/feed.ts';
import { afterPaint } from '../ui/after-paint.ts';

export type SeenReportsOptions = {
  /** Resolves to the server's acknowledgement; rejects without one. */
  send: (report: OrderSeen) => Promise<unknown>;
  /** Like `send`, for up to {@link MOST_REPORTS} at once. */
  sendAll: (reports: OrderSeen[]) => Promise<unknown>;
  /** Whether each report names its order's outlet. */
  namesOutlets?: boolean;
  /** How long to wait before a failure is retried, in ms. */
  retryMs: number;
};

/** This screen's reports about its orders, queued until the server has acknowledged them. */
export type SeenReports = {
  /** Repeating it does no harm: each stage of an order is reported once, and once of the same stations. */
  add(orderId: string, stage: StationStage, outletId: string, at?: AtStationsReported): void;
  /** The server listens: sends what is queued, in order; as lists if it accepts them. */
  open(takesLists: boolean): void;
  /** The server has gone; unacknowledged reports are sent again next time. */
  close(): void;
};

/** Sent singly, a board that fills after a cut stays below the server's limit. */
const AT_ONCE = 10;
const REST_MS = 120;

export function seenReports({ send, sendAll, namesOutlets, retryMs }: SeenReportsOptions): SeenReports {
  const waiting = new Map<string, OrderSeen>();
  const settled = new Set<string>();
  let listening = false;
  let takesLists = false;
  let sending = false;
  let wake = () => {};

  const canSend = () => listening && waiting.size > 0;
  const sendSoon = () => void sendWaiting();

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
      // A report that is invalid now will be invalid later.
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
    add(orderId, stage, outletId, at = {}) {
      const key = [orderId, stage, ...(at.stations ?? [])].join(' ');
      if (settled.has(key) || waiting.has(key)) return;
      waiting.set(key, { orderId, stage, ...(namesOutlets && { outletId }), ...at });
      // The order has come just now, and is shown first.
      afterPaint(sendSoon);
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
