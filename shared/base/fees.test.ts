import { describe, expect, it } from 'vitest';
import { feesFor, netOf, serviceChargeFor } from './fees.ts';
import { pence } from './money.ts';

function charged(itemsTotal: number) {
  const serviceCharge = serviceChargeFor(pence(itemsTotal));
  const amount = pence(itemsTotal + serviceCharge);
  const fees = feesFor(amount);
  return { amount, serviceCharge, fees, feesTotal: fees[0].amount + fees[1].amount };
}

describe('amounts (D23)', () => {
  it('gives the seller £14.70 of a £15 order, with 30p of fees', () => {
    const order = charged(1500);
    expect(order.amount).toBe(1500);
    expect(order.feesTotal).toBe(30);
    expect(netOf({ ...order, refunded: 0 })).toBe(1470);
  });

  it('charges £7.20 for a £7 order and gives the seller £6.83, with 17p of fees', () => {
    const order = charged(700);
    expect(order.amount).toBe(720);
    expect(order.feesTotal).toBe(17);
    expect(netOf({ ...order, refunded: 0 })).toBe(683);
  });

  it('takes no service charge at exactly £8.00', () => {
    expect(serviceChargeFor(pence(799))).toBe(20);
    expect(serviceChargeFor(pence(800))).toBe(0);
  });

  it('leaves the fees with the business after a full refund', () => {
    expect(netOf({ ...charged(1500), refunded: 1500 })).toBe(-30);
  });
});
