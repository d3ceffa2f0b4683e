import type { Refund } from '#shared/api/orders.ts';
import type { Adjustment, CameBackLater, TakenLater } from '#shared/api/outlets.ts';
import { linesText } from '#shared/orders/refunded-lines.ts';

export type SinceFinish = {
  /** Null if the server tells none. */
  adjustments: readonly Adjustment[] | null;
  takenLater: readonly TakenLater[];
  cameBack: readonly CameBackLater[];
};

/** Money that moved after the finish; `amount` is what it brought, negative for a refund. */
export type AdjustmentLine = Pick<Adjustment, 'id' | 'orderNumber' | 'createdAt'> & {
  amount: number;
  note: string;
};

/** What moved since a session was finished, oldest first. */
export function adjustmentLines({ adjustments, takenLater, cameBack }: SinceFinish): AdjustmentLine[] {
  const refunds = [...(adjustments ?? []), ...cameBack.filter(({ madeAfterFinish }) => madeAfterFinish)];
  return [
    ...refunds.map((one) => ({ ...one, amount: 0 - one.amount, note: noteOf(one) })),
    ...takenLater.map((one) => ({ ...one, id: one.orderId, note: 'Taken from the card' })),
    ...cameBack.map((one) => ({
      ...one,
      id: `${one.id} back`,
      createdAt: one.cameBackAt,
      note: ['Refund came back', noteOf(one)].filter(Boolean).join(' · '),
    })),
  ].toSorted((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt));
}

const noteOf = (refund: Refund) => [linesText(refund), refund.reason].filter(Boolean).join(' · ');
