import type { LineCount, Order } from '#shared/api/orders.ts';
import { netOfOrder, type Net } from '#shared/orders/net.ts';
import { leftOfLine } from '#shared/orders/refunded-lines.ts';
import { formatPence, pence, remainingPence, type Pence } from '#shared/base/money.ts';
import { parsePounds } from '#shared/base/typed-amounts.ts';

type Refundable = Pick<Order, 'amount' | 'serviceCharge' | 'fees' | 'refunded' | 'payment'>;

/** Pence that can still be refunded; refunds that are under way are subtracted already. */
export function refundable({ amount, refunded, payment }: Refundable): Pence {
  return remainingPence(amount, pence(refunded + (payment.refundPending ?? 0)));
}

/** Of an order that is refunded, the lines that the customer was refused for their age, without those refunded already. */
export function refusedLines({ ageCheck, items, payment }: Order): LineCount[] {
  if (ageCheck?.outcome !== 'refused') return [];
  return items
    .filter(({ id }) => ageCheck.lines.includes(id))
    .map((line) => ({ id: line.id, quantity: leftOfLine(line, payment.refundedLines ?? []) }))
    .filter(({ quantity }) => quantity > 0);
}

/** The part of the typed text that is valid: digits, one dot, and two digits after it. */
export function amountTyped(text: string): string {
  const [whole = '', ...after] = text.replace(/[^\d.]/g, '').split('.');
  return after.length === 0 ? whole : `${whole}.${after.join('').slice(0, 2)}`;
}

/** Pasted text in the form of typed text; a decimal comma becomes a dot. Of anything else only the digits stay. */
export function amountPasted(text: string): string {
  const amount = parsePounds(text);
  return amount === null ? amountTyped(text) : amountShown(amount);
}

/** The typed amount in pence, from zero to `remaining`; an empty field is zero. */
export function amountOf(typed: string, remaining: Pence): Pence {
  if (!/\d/.test(typed)) return pence(0);
  // More digits than any amount has count as what remains.
  const amount = parsePounds(amountTyped(typed)) ?? remaining;
  return pence(Math.min(amount, remaining));
}

/** As the field shows it after its own £: `1,234.50`. */
export function amountShown(amount: Pence): string {
  return formatPence(amount).slice(1);
}

export function refundLabel(amount: Pence, remaining: Pence): 'Full Refund' | 'Partial Refund' {
  return amount === remaining ? 'Full Refund' : 'Partial Refund';
}

/** What a refund would leave, in pence: the business bears the fees, so `net` may be negative. */
export function afterRefund(order: Refundable, amount: Pence): { net: Net | null; remaining: number } {
  const underWay = (order.payment.refundPending ?? 0) + amount;
  const before = netOfOrder(order);
  return {
    net: before && { ...before, refunded: before.refunded + underWay, net: before.net - underWay },
    remaining: Math.max(0, order.amount - order.refunded - underWay),
  };
}
