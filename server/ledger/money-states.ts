/**
 * Conditions on `orders`: accepted and not taken yet, and accepted without the money ever being taken. The database
 * counts by them; for one order `moneyStateOf` says the same. The first has the index `orders_at_risk`, so its
 * statuses stand there too, and the second `orders_not_taken` and `orders_never_closed`.
 */
export const isAtRisk = `((
  orders.status in ('deliver_waiting', 'deliver_working', 'deliver_enroute', 'payment_capture')
  or (orders.status = 'deliver_success' and orders.payment_due_at is not null)
) and not orders.is_test)`;
export const isLost = `((
  orders.status = 'deliver_success' and orders.payment_due_at is null
  or orders.status = 'deliver_expired' and orders.accepted_at is not null
) and not orders.is_test)`;
