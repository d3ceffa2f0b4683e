import { CLOCKS_DIFFER_MS } from '../core/clock.ts';

/**
 * SQL: the latest that a stored time can be which a server wrote by `time`, since servers' clocks differ a little. One
 * that is later was written before a clock was set back.
 */
export const latestBy = (time: string): string => `${time}::timestamptz + interval '${CLOCKS_DIFFER_MS} ms'`;
