/**
 * How long Playwright waits for one press, or for a page to open, in ms. Well below a test's own time limit, so that
 * a press on a missing element is named instead of using up the test.
 */
export const waits = { actionTimeout: 45_000, navigationTimeout: 45_000 };

/**
 * What a busy machine may add to a promised time that involves a whole program, in seconds. Tests of the parts check
 * the exact times on a clock of their own.
 */
export const SLOW_S = 5;
