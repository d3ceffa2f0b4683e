/** The time as the server's rules see it; tests bring their own. */
export type Clock = { now(): Date };

export const systemClock: Clock = { now: () => new Date() };
