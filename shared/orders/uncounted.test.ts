import { expect, it } from 'vitest';
import { pence } from '../base/money.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { uncountedOf } from './uncounted.ts';

const order = sampleOrder();
const at = '2026-03-01T12:00:00.000Z';
const sum = (account: string, amount: number) => ({ kind: 'capture', account, amount: pence(amount) });
const fee = (kind: 'card' | 'platform', amount: number) => ({ kind, amount: pence(amount) });

it.each([
  ['a time', { receivedAt: at }],
  ['a time at a station', { stationTimes: [{ stationId: 'bar', stage: 'seen' as const, at, on: null }] }],
  ['what was booked', { payment: { ...order.payment, ledger: [sum('seller', 5)] } }],
  ['another sum', { payment: { ...order.payment, ledger: [sum('seller', 6)] } }],
  ['the fees', { payment: { ...order.payment, feesTaken: [fee('card', 5)] } }],
])('%s makes it another', (_what, more) => {
  expect(uncountedOf({ ...order, ...more })).not.toBe(uncountedOf(order));
});

it('what the version counts does not, nor in which order the sums come', () => {
  expect(uncountedOf(sampleOrder({ status: 'deliver_working', note: 'No salt' }))).toBe(uncountedOf(order));
  const sums = [sum('seller', 5), sum('platform', 3)];
  const of = (ledger: typeof sums) => uncountedOf({ ...order, payment: { ...order.payment, ledger } });
  expect(of(sums)).toBe(of(sums.toReversed()));
});
