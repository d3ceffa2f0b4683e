import { pence } from '#shared/base/money.ts';
import type { Attempt } from '../../../guest/base/kept.ts';
import type { Placing } from '../../../guest/pay/placing.ts';

export const aleForTwo: Attempt['body'] = {
  customerName: 'Priya',
  paymentMethod: 'card',
  expectedAmount: pence(900),
  items: [{ itemId: 'Ale', quantity: 2 }],
};

/** Placing at an outlet named `bar`, without waiting. */
export const placingAtBar = (attempt: Attempt): Placing => ({
  outletId: 'bar',
  attempt,
  confirm: async () => undefined,
  onUnknown: () => undefined,
  wait: async () => undefined,
});
