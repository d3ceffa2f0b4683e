/** What staff did with an order, at which screen and when; null until somebody has done something. */
export const orderActions = `
alter table orders add column actions jsonb;
`;
