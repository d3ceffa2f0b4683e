import type { MoneyAtRisk, OrderAtRisk, RiskWarning } from '#shared/api/money-at-risk.ts';
import { formatPence } from '#shared/base/money.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';

/** The most urgent warning of all the orders; null if there is none. */
export function worstWarning(orders: MoneyAtRisk['orders']): RiskWarning | null {
  const warnings = new Set(orders.map(({ warning }) => warning));
  return warnings.has('ending') ? 'ending' : warnings.has('late') ? 'late' : null;
}

/** `£18.40 accepted and not yet taken, 2 orders` */
export function sumWords({ count, total }: Pick<MoneyAtRisk, 'count' | 'total'>): string {
  return `${formatPence(total)} accepted and not yet taken, ${count === 1 ? '1 order' : `${count} orders`}`;
}

/** What to do now; null as long as nothing is late. */
export function warningWords(warning: RiskWarning | null): string | null {
  switch (warning) {
    case 'ending':
      return 'The cards’ holds end about seven days after the order, some sooner. Close what was delivered now, or cancel it: afterwards the money cannot be taken.';
    case 'late':
      return 'Some of it has been held for more than 12 hours. Close what was delivered, or cancel it, before the end of the day.';
    default:
      return null;
  }
}

/** Why the order's money is not taken yet. */
export function reasonWords({ status, captureError }: Pick<OrderAtRisk, 'status' | 'captureError'>): string {
  if (captureError !== null)
    return `The card provider did not pay: ${captureError} It is asked again until the hold ends.`;
  return statusGroups.inProgress.has(status)
    ? 'Accepted, and not closed yet.'
    : 'Its payment is being taken.';
}
