/**
 * What a person reads if a server gave no message of its own. In its own module, so that pages need no schemas for
 * it.
 */
export const GENERIC_MESSAGE = 'Something went wrong. Please try again.';
