/**
 * When an order's lines were all ready, and what ready times its customer was promised; null until then. The index is
 * for the outlet's last orders and those on its board.
 */
export const readyTimes = `
alter table outlets add column promises_ready_time boolean not null default false;
alter table orders add column ready_at timestamptz;
alter table orders add column promises jsonb;
alter table orders add column promised_for timestamptz;
create index orders_accepted on orders (outlet_id, accepted_at) where accepted_at is not null and not is_test;
create index orders_promised on orders (promised_for) where promised_for is not null and ready_at is null and ended_at is null;
`;
