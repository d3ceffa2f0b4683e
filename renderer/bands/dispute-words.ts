import type { Dispute } from '#shared/api/payouts.ts';
import { formatPence } from '#shared/base/money.ts';
import { disputesToAnswer } from '#shared/base/payouts.ts';
import { formatWhen } from '../ui/times.ts';

/** Whether the seller can still answer it. */
export const isToAnswer = ({ state }: Dispute): boolean => disputesToAnswer.some((open) => open === state);

/**
 * What happened, and what can be done by when.
 * @param zone its outlet's; the computer's own where the order is unknown
 */
export function disputeWords(
  { state, amount, evidenceDueAt, order }: Dispute,
  zone?: string,
): {
  title: string;
  advice: string;
} {
  const what = `${formatPence(amount)}${order ? ` of order ${order.orderNumber} of ${order.outletName}` : ''}`;
  const dashboard = `in your Stripe dashboard${evidenceDueAt === null ? '' : ` by ${formatWhen(evidenceDueAt, zone)}`}`;
  return state === 'inquiry'
    ? {
        title: `A customer’s bank asks about ${what}; nothing was taken back`,
        advice: `Answer ${dashboard}, or refund it in full.`,
      }
    : {
        title: `A customer’s bank took back ${what}`,
        advice: `Answer it ${dashboard}, with the evidence as one file.`,
      };
}
