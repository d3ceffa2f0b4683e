/** Finds the accepted orders of a finished session that were not closed before their cards' holds ended. */
export const ordersNeverClosed = `
create index orders_never_closed on orders (trading_session_id)
  where status = 'deliver_expired' and accepted_at is not null;
`;
