import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { feesFor } from '#shared/base/fees.ts';
import { MAX_PENCE, pence } from '#shared/base/money.ts';
import {
  afterRefund,
  amountOf,
  amountPasted,
  amountShown,
  amountTyped,
  refundable,
  refundLabel,
} from './refund-amount.ts';

describe('the amount as it is typed (D28)', () => {
  it.each([
    ['£0.29', '0.29'],
    ['12a3', '123'],
    ['1.2.3', '1.23'],
    ['1.239', '1.23'],
    ['1,234.50', '1234.50'],
    ['-5', '5'],
    ['1e3', '13'],
    ['٣', ''],
  ])('of %j only %j is kept', (text, kept) => expect(amountTyped(text)).toBe(kept));

  it.each([
    ['£1,234.50', '1,234.50'],
    ['12,50', '12.50'],
    [' 5 ', '5.00'],
    ['five', ''],
  ])('%j pasted is %j', (text, kept) => expect(amountPasted(text)).toBe(kept));

  it.each([
    ['0.29', 29],
    ['.5', 50],
    ['3.', 300],
    ['', 0],
    ['.', 0],
    ['0', 0],
    ['12.34', 1234],
    ['12.35', 1234],
    ['1,234.00', 1234],
    ['99999999999999999999', 1234],
  ])('%j is %i pence where £12.34 remain', (typed, amount) => {
    expect(amountOf(typed, pence(1234))).toBe(amount);
  });

  it('no amount goes through a float: every one that is shown is read back as it was (P15)', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: MAX_PENCE }), (value) => {
        const amount = pence(value);
        expect(amountOf(amountShown(amount), pence(MAX_PENCE))).toBe(value);
        expect(amountOf(amountTyped(amountShown(amount)), pence(MAX_PENCE))).toBe(value);
      }),
    );
  });
});

describe('what a refund leaves (D28)', () => {
  const order = {
    amount: pence(1500),
    serviceCharge: pence(0),
    fees: feesFor(pence(1500)),
    refunded: pence(400),
    payment: { refunds: [], captureError: null, refundPending: pence(100) },
  };
  it('counts what is on its way as gone', () => expect(refundable(order)).toBe(1000));
  it('keeps the fees with the business, and may leave it with less than nought', () => {
    expect(afterRefund(order, pence(250))).toMatchObject({
      net: { charged: 1500, refunded: 750, estimated: true, net: 720 },
      remaining: 750,
    });
    expect(afterRefund(order, pence(1000))).toMatchObject({ net: { net: -30 }, remaining: 0 });
  });
  it('is full only where nothing remains', () => {
    expect(refundLabel(pence(1000), pence(1000))).toBe('Full Refund');
    expect(refundLabel(pence(999), pence(1000))).toBe('Partial Refund');
  });
});
