/** Finds orders that were accepted and whose money is not taken yet. */
export const moneyAtRisk = `
create index orders_at_risk on orders (outlet_id, (coalesce(paid_at, created_at)))
  where status in ('deliver_waiting', 'deliver_working', 'deliver_enroute', 'payment_capture')
    or (status = 'deliver_success' and payment_due_at is not null);
`;
