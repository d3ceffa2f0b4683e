import { expect, it } from 'vitest';
import { orderStatuses } from '../base/order-statuses.ts';
import { moneyStateOf, type MoneyState } from './money-state.ts';

const payment = { refunds: [], captureError: null };

it('each status says where the money is, in whole (D20)', () => {
  const inState = (state: MoneyState | null) =>
    orderStatuses.filter((status) => moneyStateOf({ status, payment }) === state);
  expect(inState('taken')).toEqual(['deliver_success', 'complete', 'refunded']);
  expect(inState('at-risk')).toEqual([
    'deliver_waiting',
    'deliver_working',
    'deliver_enroute',
    'payment_capture',
  ]);
  expect(inState('lost')).toEqual([]);
  expect(inState(null)).toHaveLength(orderStatuses.length - 7);
});

it('an order that was handed over unpaid is at risk until its hold has ended, and then lost (D20)', () => {
  const unpaid = { ...payment, captureError: 'No funds' };
  expect(moneyStateOf({ status: 'deliver_success', payment: unpaid })).toBe('at-risk');
  expect(moneyStateOf({ status: 'deliver_success', payment: { ...unpaid, lost: true } })).toBe('lost');
  expect(moneyStateOf({ status: 'deliver_expired', payment: { ...payment, lost: true } })).toBe('lost');
  expect(moneyStateOf({ status: 'complete', payment: unpaid, isTest: true })).toBeNull();
});
