/** Orders that were not paid for: where they came from while that is open, and ways to find them apart from the others. */
export const unpaidOrders = `
alter table orders add column placed_from text;
create index orders_waiting on orders (outlet_id) where status = 'payment_working';
create index orders_unpaid on orders (created_at) where status in ('payment_failure', 'payment_aborted');
`;
