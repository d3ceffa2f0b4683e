import { statusGroups } from '#shared/base/order-statuses.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { OrderRow } from './order-row.ts';

/** Money that was taken at the provider itself. */
type Charge = { reference: string | null } & ({ kind: 'taken' } | { kind: 'partly-taken'; message: string });

/** The `capture_error` of an order that was never placed and is charged all the same; staff are shown no such order. */
const chargedUnplaced = 'The money was taken though the order was never placed.';

export const isUnplaced = ({ status }: Pick<OrderRow, 'status'>) => statusGroups.unpaid.has(status);

/**
 * Tells the operator of a charge that only a person can look into: once, however often the provider says so. Returns the
 * `capture_error` that marks the order as told of.
 */
export function tellCharge(log: FastifyBaseLogger, row: OrderRow, charge: Charge): string {
  const partly = charge.kind === 'taken' || isUnplaced(row) ? null : charge.message;
  const told = { orderId: row.id, reference: charge.reference };
  if (row.capture_error === null && partly !== null) log.error({ event: charge.kind, ...told });
  else if (row.capture_error === null)
    log.error(
      { event: 'taken-before-placed', ...told },
      'an order that was never placed is charged; it is kept until its money is given back',
    );
  return partly ?? chargedUnplaced;
}
