/** The most copies of one document. In its own module, so that pages need no schemas for it. */
export const MAX_COPIES = 5;
