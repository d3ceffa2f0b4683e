/** The current time for the server's rules; tests supply their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
