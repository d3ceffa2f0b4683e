/** Finds the orders that a pick-up screen shows, which it looks for every second, among all of a session. */
export const ordersToCollect = `
create index orders_to_collect on orders (trading_session_id)
  where status in ('deliver_waiting', 'deliver_working', 'deliver_enroute') and table_number is null and not is_test;
`;
