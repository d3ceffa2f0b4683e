import type { OrderAction } from '#shared/api/orders.ts';
import type { OrderCommand } from '#shared/orders/machine.ts';
import type { OrderChanges } from './order-commits.ts';
import type { OrderRow } from './order-row.ts';

/** An order that goes to and fro keeps the first and the last of what was done. */
const MOST_KEPT = 40;

/** Adds to an order what somebody does at a screen. */
export function withAction(
  { actions, version }: OrderRow,
  action: OrderAction['action'],
  screenName: string | null,
  now: Date,
): OrderChanges {
  const kept = actions ?? [];
  const done: OrderAction = { action, at: now.toISOString(), screenName, version: version + 1 };
  return { actions: [...(kept.length < MOST_KEPT ? kept : kept.toSpliced(1, 1)), done] };
}

/** What is left where a refund came to nothing. */
export function withoutRefund({ actions }: OrderRow, askedAt: Date): OrderAction[] | null {
  const at = askedAt.toISOString();
  const left = actions?.filter((done) => done.action !== 'refund' || done.at !== at) ?? [];
  return left.length === 0 ? null : left;
}

/** Puts back the press for a refund that counted as not made; at which screen it was is not known any more. */
export function withRefundAgain(row: OrderRow, askedAt: Date): OrderChanges {
  const { actions } = withAction(row, 'refund', null, askedAt);
  return { actions: actions?.toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at)) ?? null };
}

/** What people call a command on an order; null for those that nobody presses. */
export function actionOf(command: OrderCommand, { status }: OrderRow): OrderAction['action'] | null {
  switch (command.kind) {
    case 'progress':
      return status === 'deliver_pending' ? 'accept' : 'progress';
    case 'progressItems':
      return 'progress';
    case 'checkAge':
      return command.outcome === 'checked' ? 'checkAge' : 'refuseAge';
    case 'accept':
    case 'readNote':
    case 'moveReadyTime':
    case 'regress':
    case 'complete':
    case 'cancel':
      return command.kind;
    default:
      return null;
  }
}
