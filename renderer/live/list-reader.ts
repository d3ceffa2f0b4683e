import type { Order } from '#shared/api/orders.ts';
import { failureOf } from '../api/failure.ts';

export type ListReaderOptions = {
  fetch: (signal: AbortSignal) => Promise<Order[]>;
  onBegin: () => void;
  onList: (orders: Order[]) => void;
  onFailed: (error: unknown) => void;
  /** How long to wait before a failed read is retried, in ms. */
  retryMs: number;
};

/** How long a list may take, in ms; a later one was requested on a connection that is gone. */
export const LIST_WITHIN_MS = 5_000;

/** Reads the list of orders: one read at a time, and requests during a read cause one more after it. */
export function listReader({ fetch, onBegin, onList, onFailed, retryMs }: ListReaderOptions) {
  let reading: AbortController | null = null;
  let readAgain = false;
  let stopped = false;
  let retry: ReturnType<typeof setTimeout> | undefined;

  function read(): void {
    if (stopped) return;
    if (reading) {
      readAgain = true;
      return;
    }
    clearTimeout(retry);
    readAgain = false;
    reading = new AbortController();
    void readOnce(reading);
  }

  async function readOnce(mine: AbortController): Promise<void> {
    onBegin();
    try {
      const orders = await fetch(AbortSignal.any([mine.signal, AbortSignal.timeout(LIST_WITHIN_MS)]));
      if (mine !== reading) return;
      onList(orders);
    } catch (error) {
      if (mine !== reading) return;
      onFailed(error);
      // Spread out, so that not all tills retry at once.
      if (mayPass(error)) retry = setTimeout(read, retryMs * (1 + Math.random()));
    }
    reading = null;
    if (readAgain) read();
  }

  return {
    read,
    /** Cancels the current read, which may never end, and reads now. */
    restart(): void {
      const given = reading;
      reading = null;
      given?.abort();
      read();
    },
    stop(): void {
      stopped = true;
      clearTimeout(retry);
      const given = reading;
      reading = null;
      given?.abort();
    },
  };
}

/** Whether a retry may succeed: the server was not reached, or lacked a resource. */
function mayPass(error: unknown): boolean {
  const { status } = failureOf(error);
  return status === 0 || status === 429 || status >= 500;
}
