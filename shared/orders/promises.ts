/** Promises of a ready time. A promise is a whole minute, and is kept until that minute has passed. Times are Unix ms. */

const MINUTE_MS = 60_000;
/** By how much one press, or the server, moves a promise. */
export const PROMISE_STEP_MS = 5 * MINUTE_MS;
/** How far ahead a ready time may be promised. */
const LONGEST_PROMISE_MS = 4 * 60 * MINUTE_MS;
/** The server moves a promise that is so far into its last minute; the rest is for the message to arrive. */
export const PROMISE_MOVED_AFTER_MS = 20_000;
/** The server moves no promise later than this after the first one of its order: nobody is making it any more. */
export const LONGEST_MOVED_MS = 4 * 60 * MINUTE_MS;
/** Nor one that was moved so often, by whomever. */
export const MOST_MOVES = 40;

export const promisedMinute = (time: number): number => Math.floor(time / MINUTE_MS) * MINUTE_MS;

export const isPromiseKept = (promise: number, readyAt: number): boolean => readyAt < promise + MINUTE_MS;

/** Whether an order that is not ready yet is to be announced as delayed by the server. */
export const isToBeMoved = (promise: number, now: number): boolean => now >= promise + PROMISE_MOVED_AFTER_MS;

/** Later by one step, or by as many as bring it ahead of now. */
export function movedOn(promise: number, now: number): number {
  const steps = Math.max(1, Math.ceil((promisedMinute(now) + MINUTE_MS - promise) / PROMISE_STEP_MS));
  return promise + steps * PROMISE_STEP_MS;
}

/** Whether a ready time may be promised now. */
export const canBePromised = (promise: number, now: number): boolean =>
  promise >= promisedMinute(now) && promise <= now + LONGEST_PROMISE_MS;
