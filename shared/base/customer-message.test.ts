import { expect, it } from 'vitest';
import { orderStatuses } from './order-statuses.ts';
import { customerMessage, LONGEST_MESSAGE, refusalReasons } from './customer-message.ts';

const message = (
  status: (typeof orderStatuses)[number],
  forCustomer: string | null = null,
  accepted = false,
) => customerMessage({ status, accepted, forCustomer, charged: 'no' });

it('says why an order ended, and that it cost nothing (D48)', () => {
  expect(message('deliver_aborted')).toBe('Your order was cancelled. You have not been charged.');
  expect(message('deliver_aborted', 'Sorry, the kitchen is closed.')).toBe(
    'Sorry, the kitchen is closed. You have not been charged.',
  );
  expect(message('deliver_aborted', 'The fryer broke')).toBe('The fryer broke. You have not been charged.');
  expect(message('deliver_expired')).toBe('Nobody could take your order in time. You have not been charged.');
  expect(message('deliver_expired', null, true)).toBe(
    'Your order was not completed in time. You have not been charged.',
  );
});

it('says that it cost nothing only once that is known (D48)', () => {
  const ended = { status: 'deliver_aborted', accepted: false, forCustomer: null } as const;
  expect(customerMessage({ ...ended, charged: 'unknown' })).toBe(
    'Your order was cancelled. We are making sure that your card is not charged.',
  );
});

it('says nothing of an order that goes on, was delivered or refunded, or was never paid for (D48)', () => {
  const ended = new Set(['deliver_aborted', 'deliver_decline', 'deliver_expired']);
  for (const status of orderStatuses) expect(message(status) === null, status).toBe(!ended.has(status));
});

it('offers words that fit (D48)', () => {
  for (const { words } of refusalReasons) expect(words.length).toBeLessThanOrEqual(LONGEST_MESSAGE);
});
