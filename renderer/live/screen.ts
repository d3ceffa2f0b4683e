/** The id of this screen, from its load to its end. */
export const screenId: string = crypto.randomUUID();
