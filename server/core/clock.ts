/** The current time for the server's rules; tests supply their own. */
export type Clock = { now(): Date };

/**
 * By how much the clocks of servers that share a database may differ, in ms. A stored time that is further ahead was
 * written before a clock was set back: it counts no more, or it would for as long as the clock had been ahead.
 */
export const CLOCKS_DIFFER_MS = 5_000;

export const systemClock: Clock = { now: () => new Date() };
