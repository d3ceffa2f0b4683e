/** How many copies of one document a printer makes at most. Beside the schemas, which pages do without. */
export const MAX_COPIES = 5;
