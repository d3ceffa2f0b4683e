/** What a person reads where a server gave no message of its own (D6). By itself, so that pages need no schemas for it. */
export const GENERIC_MESSAGE = 'Something went wrong. Please try again.';
