/** Finds the orders that wait for an answer, in the order in which they came, among all orders. */
export const unansweredOrders = `
create index orders_unanswered on orders ((coalesce(paid_at, created_at))) where status = 'deliver_pending';
`;
