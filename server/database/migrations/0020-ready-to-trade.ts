/**
 * How long an order waits for an answer: the outlet's own minutes, and what each order was given when it was placed.
 * What its customer is told if it is cancelled. Test orders, which are in no figure. What was found
 * before a session began.
 */
export const readyToTrade = `
alter table outlets add column order_expiry_minutes int check (order_expiry_minutes between 3 and 20);
alter table orders add column expiry_ms int check (expiry_ms > 0);
alter table orders add column cancel_message text;
alter table orders add column is_test boolean not null default false;
alter table trading_sessions add column readiness jsonb;
`;
