import { isCounted } from '#shared/base/order-statuses.ts';
import type { RunLog } from '../run-log.ts';
import { claims } from './names.ts';
import type { Verdict } from './verdict.ts';

/** Each capture was asked for under one key, each refund made once, and the server knows of every penny. */
export function moneyMovedOnce({ money, server }: RunLog): Verdict {
  const known = new Map(server.map((order) => [order.id, order]));
  const charged = money.filter(({ captureKeys, refunds }) => captureKeys.length + refunds.length > 0);
  return {
    claim: claims.money,
    kept: 'none',
    looked: charged.length,
    times: [],
    breaches: charged.flatMap(({ orderId, captureKeys, refunds }) => {
      const wrong: string[] = [];
      if (captureKeys.length > 1) wrong.push(`${orderId} was captured under ${captureKeys.length} keys`);
      const made = refunds.reduce((sum, { amount }) => sum + amount, 0);
      const refunded = known.get(orderId)?.refunded ?? 0;
      if (made !== refunded) wrong.push(`${orderId}: ${made}p given back, the server says ${refunded}p`);
      if (refunds.length > 1) wrong.push(`${orderId} was refunded ${refunds.length} times`);
      return wrong;
    }),
  };
}

/**
 * A ticket is out whole, or a person is asked; a second one without a mark is a meal cooked twice. An order that was
 * cancelled, which may have been before any till knew of it, needs none.
 */
export function ticketsMarked({ server, sheets, askedTickets }: RunLog): Verdict {
  const asked = new Set(askedTickets);
  return {
    claim: claims.tickets,
    kept: 'none',
    looked: sheets.length,
    times: [],
    breaches: server.flatMap(({ number, status }) => {
      const own = sheets.filter(({ orderNumber }) => orderNumber === number);
      const unmarked = own.filter(({ marked }) => !marked).length;
      if (unmarked > 1) return [`order ${number} has ${unmarked} tickets without a mark`];
      const isOut = own.some(({ whole }) => whole) || asked.has(number);
      return isOut || !isCounted(status) ? [] : [`order ${number} has no ticket`];
    }),
  };
}
