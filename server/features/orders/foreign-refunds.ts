import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import { inTime } from '../../payments/in-time.ts';
import type { PaymentProvider } from '../../payments/payment-provider.ts';
import type { OrderRow } from './order-row.ts';
import type { Changed, refundBooking } from './refund-booking.ts';

export type ForeignRefundsOptions = {
  booking: Pick<ReturnType<typeof refundBooking>, 'adopt' | 'comeBack'>;
  payments: PaymentProvider | null;
  tell(changed: Changed | null): void;
  tellMade(changed: Changed, refundId: string): void;
  clock: Clock;
  log: FastifyBaseLogger;
  timeoutMs?: number | undefined;
};

/**
 * `isComplete` is false if it must be retried: the provider does not answer, or a refund of ours is under way. `isNews`:
 * a refund was booked that was not known here.
 */
type Booked = { isComplete: boolean; isNews: boolean };

/**
 * Books which refunds came back, and those that are not stored here: made at the provider itself, for instance in Stripe's
 * dashboard, or lost with the database's last minutes, as in a restore. Ours are stored before the provider is asked, so
 * that none under way is among these.
 */
export function foreignRefunds(options: ForeignRefundsOptions) {
  const { booking, payments, tell, tellMade, clock, log, timeoutMs } = options;
  return async function bookForeign(row: OrderRow): Promise<Booked> {
    const reference = row.payment_reference;
    if (payments?.decides !== 'remotely' || reference === null) return { isComplete: true, isNews: false };
    const listed = await inTime(() => payments.listRefunds(reference), timeoutMs);
    if (listed.kind === 'unknown') return { isComplete: false, isNews: false };
    for (const { id, refundId } of listed.refunds.filter(({ failed }) => failed)) {
      const back = await booking.comeBack(row.id, refundId ?? id, clock.now());
      if (back) log.warn({ event: 'refund-came-back', orderId: row.id, refundId: refundId ?? id });
      tell(back);
    }
    const result: Booked = { isComplete: true, isNews: false };
    for (const made of listed.refunds.filter(({ failed }) => !failed)) {
      const id = made.refundId ?? made.id;
      const booked = await booking.adopt(row.id, { ...made, id }, clock.now());
      if (booked === 'no-room') result.isComplete = false;
      else if (booked !== 'known') {
        result.isNews = true;
        tellMade(booked, id);
      }
    }
    return result;
  };
}
