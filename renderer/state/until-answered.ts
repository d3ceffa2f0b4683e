import type { Timers } from '#shared/base/ring.ts';
import { CallFailed, failureOf, unreachable, type Failure } from '../api/failure.ts';
import { pageTimers } from '../platform/page-timers.ts';
import { selectLive } from './orders-slice.ts';
import type { AppStore } from './store.ts';

/** How long a press is sent again, and how long each try may take, in ms. */
const PRESS_MS = 30_000;
const TRY_MS = 5_000;
/** Between two tries: longer each time, up to the last. */
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 2_000;
/** A try that has only begun is on the new connection already. */
const FRESH_MS = 500;

/** What a press knows of the line to the server. */
export type PressLine = {
  timers: Timers;
  /** Calls `back` when the network or the connection to the server is back, until the returned function is called. */
  onBack(back: () => void): () => void;
};

/** The line of this page. */
export const pressLine = (store: Pick<AppStore, 'getState' | 'subscribe'>): PressLine => ({
  timers: pageTimers,
  onBack(back) {
    const isConnected = () => selectLive(store.getState()).connection === 'connected';
    let was = isConnected();
    const unsubscribe = store.subscribe(() => {
      const is = isConnected();
      if (is && !was) back();
      was = is;
    });
    addEventListener('online', back);
    return () => {
      unsubscribe();
      removeEventListener('online', back);
    };
  },
});

/** Whether it is unknown what the server did, or it was too busy to do it: then the same key may be sent again. */
export const isUnanswered = ({ status, code, isNotOfApi }: Failure): boolean =>
  code === 'UNREACHABLE' ||
  (isNotOfApi === true && status < 500) ||
  status === 429 ||
  (status >= 502 && status <= 504 && code !== 'REFUND_UNCONFIRMED');

/** Whether the server may have done it all the same: who may ask no more does not hear what became of an earlier try. */
export const mayBeDone = (failure: Failure, again = false): boolean =>
  isUnanswered(failure) || ((again || failure.isAfterSilence === true) && notHeard.has(failure.status));
const notHeard: ReadonlySet<number> = new Set([401, 403, 404]);

/**
 * Sends a press until there is an answer, for up to 30 s. Each try is given up after 5 s, or as soon as the network is
 * back, because what a dead connection has swallowed never arrives. `send` must use one key for all tries.
 */
export async function untilAnswered<T>(
  send: (signal: AbortSignal) => Promise<T>,
  line: PressLine,
): Promise<T> {
  const { timers } = line;
  const end = timers.now() + PRESS_MS;
  let isAfterSilence = false;
  for (let tries = 1; ; tries += 1) {
    const one = oneTry(send, Math.min(TRY_MS, end - timers.now()), line);
    try {
      return await one.answer;
    } catch (error) {
      const failure = failureOf(error);
      if (!isUnanswered(failure))
        throw isAfterSilence ? new CallFailed({ ...failure, isAfterSilence: true }) : error;
      // A server that is too busy has done nothing.
      isAfterSilence ||= failure.status !== 429;
      const asked = failure.retryAfterMs ?? null;
      const pause = asked ?? (one.gaveUpForBack() ? 0 : Math.min(PAUSE_MS * tries, LONGEST_PAUSE_MS));
      if (timers.now() + pause >= end) throw error;
      await waitFor(pause, line, asked === null);
    }
  }
}

function oneTry<T>(
  send: (signal: AbortSignal) => Promise<T>,
  withinMs: number,
  { timers, onBack }: PressLine,
) {
  const over = new AbortController();
  const begun = timers.now();
  let isBack = false;
  const overdue = new Promise<never>((_resolve, reject) =>
    over.signal.addEventListener('abort', () => reject(new CallFailed(unreachable))),
  );
  const ends = [
    timers.after(withinMs, () => over.abort()),
    onBack(() => {
      if (timers.now() - begun < FRESH_MS) return;
      isBack = true;
      over.abort();
    }),
  ];
  const answer = Promise.race([send(over.signal), overdue]).finally(() => ends.forEach((end) => end()));
  return { answer, gaveUpForBack: () => isBack };
}

/** @param mayEnd whether it ends as soon as the network is back; not if the server has named the time */
function waitFor(ms: number, { timers, onBack }: PressLine, mayEnd: boolean): Promise<void> {
  return new Promise((resolve) => {
    const ends = [timers.after(ms, finish), mayEnd ? onBack(finish) : () => undefined];
    function finish() {
      ends.forEach((end) => end());
      resolve();
    }
  });
}
