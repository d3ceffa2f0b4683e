import { expect, it } from 'vitest';
import { readDisputes, readPayoutDetail, readPayouts } from './read-payouts.ts';

it('a server that says less of payouts is read as far as it says', () => {
  expect(readPayouts({})).toEqual({
    readAt: null,
    failure: null,
    inTransit: 0,
    payouts: [],
    nextCursor: null,
    unexplained: { amount: 0, differences: [] },
  });
  const [payout] = readPayouts({ payouts: [{ _id: 'po_1', amount: '120', state: 'elsewhere' }] }).payouts;
  expect(payout).toEqual({
    id: 'po_1',
    madeAt: '',
    arrivesAt: '',
    amount: 120,
    state: 'pending',
    failure: null,
    parts: null,
  });
  expect(readPayoutDetail({ lines: [{ id: 'l', kind: 'new' }] }).lines).toMatchObject([
    { kind: 'other', order: null },
  ]);
  expect(readDisputes({})).toEqual({ disputes: [] });
});

it('differences keep their sign, their cause and their order', () => {
  const order = { id: 'o', orderNumber: 3, outletId: 'a', outletName: 'Bar', tradingSessionId: 's' };
  const difference = {
    id: 'd',
    cause: 'foreign-card',
    amount: -34,
    at: '2026-11-20T12:00:00.000Z',
    booked: true,
    order,
  };
  const unexplained = { amount: -5, differences: [difference, { id: 'e', cause: 'of tomorrow' }] };
  expect(readPayouts({ unexplained }).unexplained).toMatchObject({
    amount: -5,
    differences: [difference, { cause: 'other', booked: false, order: null }],
  });
});
