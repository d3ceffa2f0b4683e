/** The lines of its order that a refund was for, with their quantities; null if nobody chose any. */
export const refundedLines = `
alter table refunds add column lines jsonb;
`;
