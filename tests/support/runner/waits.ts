/**
 * How long Playwright waits for one press, or for a page to open, in ms. Well under a test's own time: a press on what
 * is not there any more is then named, instead of using up the test.
 */
export const waits = { actionTimeout: 45_000, navigationTimeout: 45_000 };

/**
 * What a busy machine may add to a promised time that a whole program takes part in, in seconds. The times themselves
 * are held by tests of the parts, on a clock of their own.
 */
export const SLOW_S = 5;
