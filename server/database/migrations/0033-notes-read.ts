/** When and at which screen an order's note was ticked as read; null until then. */
export const notesRead = `
alter table orders add column note_read jsonb;
`;
