import { CLOCKS_DIFFER_MS } from '../../core/clock.ts';

const FIRST_RETRY_MS = 5_000;
const LONGEST_RETRY_MS = 60 * 60_000;

/** When the provider is asked again after `attempts` failures: after 5 s, doubling up to an hour. */
export function retryAt(now: Date, attempts: number): Date {
  return new Date(now.getTime() + Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts, 20)));
}

/**
 * The latest time at which the provider can be due to be asked again. What is due later was written before the clock was
 * set back, and would wait for as long as it had been ahead: it is due now.
 */
export function latestRetry(now: Date): Date {
  return new Date(now.getTime() + LONGEST_RETRY_MS + CLOCKS_DIFFER_MS);
}

/** How long the request that took money or gave it back may ask the provider before somebody else does: its server may have died. */
export const LEASE_MS = 10_000;

/**
 * Whether that time is over.
 * @param until its end; further off than it can be if the clock was set back since
 */
export function leaseIsOver(until: Date | null, now: Date): boolean {
  const left = (until?.getTime() ?? 0) - now.getTime();
  return left <= 0 || left > LEASE_MS + CLOCKS_DIFFER_MS;
}

/**
 * Whether a try that brings nothing is logged, after `attempts` before it: each time as many have been made again, as they
 * may go on for ever.
 */
export function isWorthTelling(attempts: number): boolean {
  return Number.isInteger(Math.log2(attempts + 1));
}

const ASKED_FOR_MS = 30 * 24 * 60 * 60_000;

/**
 * Whether the provider was asked long enough about what it could tell at `since`: an account that its seller disconnected
 * tells nothing any more.
 */
export function wasAskedLongEnough(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() > ASKED_FOR_MS;
}

/**
 * How often the provider is polled about the customer's payment: an event may be lost, and none comes when their bank has
 * agreed.
 */
const LOOK_EVERY_MS = 60_000;

/** An order that was not paid for is asked about once more this long before it expires. */
const LAST_LOOK_MS = 10_000;

/**
 * When an order is asked about again. Most customers pay within a minute or two, so the wait doubles, from a minute up to
 * an hour.
 * @param over when the order expires, in Unix ms like the other arguments
 */
export function lookAgainAt(now: number, placedAt: number, over: number): number {
  const last = over - LAST_LOOK_MS;
  const wait = Math.min(LONGEST_RETRY_MS, Math.max(LOOK_EVERY_MS, now - placedAt));
  return Math.min(now + wait, now < last ? last : over);
}
