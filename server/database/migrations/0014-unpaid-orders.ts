/**
 * Orders that were not paid for: their network while that is undecided, and indexes that find them apart from others.
 */
export const unpaidOrders = `
alter table orders add column placed_from text;
create index orders_waiting on orders (outlet_id) where status = 'payment_working';
create index orders_unpaid on orders (created_at) where status in ('payment_failure', 'payment_aborted');
`;
