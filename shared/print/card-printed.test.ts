import { expect, it } from 'vitest';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { customerReceipt } from './order-documents.ts';
import { noPrintSettings } from './print-settings.ts';

const outlet = {
  name: 'The Ferry',
  telephone: '',
  lineOne: '',
  lineTwo: '',
  city: '',
  county: '',
  postcode: '',
};

it.each([
  ['complete', 'visa', 'Paid by card: Visa ending 4242'],
  ['deliver_waiting', 'cartes_bancaires', 'Card authorised: Card ending 4242'],
  ['deliver_aborted', 'visa', 'Nothing was charged'],
] as const)('the receipt of an order that is %s names its card', (status, brand, words) => {
  const payment = { refunds: [], captureError: null, card: { brand, lastFour: '4242' } };
  const { blocks } = customerReceipt(sampleOrder({ status, payment }), outlet, noPrintSettings.receipt);
  expect(blocks).toContainEqual({ kind: 'text', text: words, centred: true });
});

it.each([
  ['deliver_aborted', 'A part was charged'],
  ['deliver_success', 'Card authorised'],
] as const)(
  'the receipt of an order that is %s, of which somebody took a part at Stripe, says “%s”',
  (status, words) => {
    const payment = { refunds: [], captureError: 'Only a part of this payment was taken.' };
    const { blocks } = customerReceipt(sampleOrder({ status, payment }), outlet, noPrintSettings.receipt);
    expect(blocks).toContainEqual({ kind: 'text', text: words, centred: true });
  },
);
