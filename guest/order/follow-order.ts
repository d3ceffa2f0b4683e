import type { FollowedOrder } from '#shared/api/guest-pages.ts';
import { readOrder } from '../base/calls.ts';
import { openStream } from '../base/event-stream.ts';

/** An order as it was last heard of; `missing` if the server knows no such order. */
export type Followed = { order: FollowedOrder | null; missing: boolean; isBehind: boolean };

/** The stream says nothing while nothing changes, and a line that went silent does not end it: so it is asked. */
const SILENT_MS = 25_000;
/** How often an order is asked for while no stream brings it. */
const ASK_MS = 5_000;

/**
 * Follows an order until the returned function is called: by the server's events, and by asking while those do not
 * arrive, or may not. An order that the server does not know is only asked for, until it does.
 */
export function followOrder(
  orderId: string,
  token: string,
  onHeard: (heard: Partial<Followed>) => void,
): () => void {
  const leaving = new AbortController();
  /** Questions and events are counted together; an answer to a question before `newest` is too old. */
  let [count, newest] = [0, 0];
  let known = '';
  let [isCut, isMissing] = [false, false];
  const next = timer(() => void ask());
  const stream = openStream(addressOf(orderId, token), {
    onData(data) {
      newest = count += 1;
      heard(JSON.parse(data) as FollowedOrder);
    },
    onLost: () => void ask(),
  });
  next.in(ASK_MS);

  async function ask(): Promise<void> {
    next.in(ASK_MS);
    const nth = (count += 1);
    const called = await readOrder(orderId, token);
    if (leaving.signal.aborted || nth < newest) return;
    if (called.kind === 'refused' && called.status === 404) {
      newest = nth;
      isMissing = true;
      stream.close();
      return onHeard({ order: null, missing: true, isBehind: false });
    }
    if (called.kind !== 'done') {
      isCut = true;
      return onHeard({ isBehind: true });
    }
    newest = nth;
    // The stream is deaf: it still looks open, and did not say what the answer says.
    const isDeaf = stream.isOpen() && (isCut || JSON.stringify(called.reply) !== known);
    if (isDeaf || isMissing) stream.openAnew();
    heard(called.reply);
  }

  function heard(order: FollowedOrder): void {
    known = JSON.stringify(order);
    isCut = isMissing = false;
    next.in(stream.isOpen() ? SILENT_MS : ASK_MS);
    onHeard({ order, missing: false, isBehind: false });
  }

  addEventListener('online', () => void ask(), leaving);
  document.addEventListener('visibilitychange', () => document.hidden || void ask(), leaving);
  return () => {
    leaving.abort();
    next.stop();
    stream.close();
  };
}

const addressOf = (orderId: string, token: string) =>
  `/api/customers/orders/${orderId}/events?${new URLSearchParams({ token })}`;

/** Work that is done once, so many ms after it was last put off. */
function timer(work: () => void) {
  let waiting: ReturnType<typeof setTimeout> | undefined;
  return {
    in(ms: number) {
      clearTimeout(waiting);
      waiting = setTimeout(work, ms);
    },
    stop: () => clearTimeout(waiting),
  };
}
