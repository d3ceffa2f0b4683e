import { expect, it } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { markedAsEnded } from './ended-order.ts';
import { kitchenTicket } from './order-documents.ts';

it('a ticket that was made before its order ended begins with a mark (T15)', () => {
  const ticket = kitchenTicket(sampleOrder());
  const [first, ...rest] = markedAsEnded(ticket).blocks;
  expect(first).toEqual({ kind: 'mark', text: 'CANCELLED OR EXPIRED' });
  expect(rest).toEqual(ticket.blocks);
});

it.each(['deliver_aborted', 'deliver_expired', 'deliver_decline'] as const)(
  'one of an order that is %s says so already',
  (status) => {
    const ticket = kitchenTicket(sampleOrder({ status }));
    expect(markedAsEnded(ticket)).toBe(ticket);
  },
);
