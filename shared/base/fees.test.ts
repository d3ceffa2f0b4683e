import { describe, expect, it } from 'vitest';
import { deductionsOf, feesFor, netOf, serviceChargeFor } from './fees.ts';
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

  it('gives way to what the provider took, and says how much more that is', () => {
    const taken = (platform: number, card: number) => [
      { kind: 'platform' as const, amount: pence(platform) },
      { kind: 'card' as const, amount: pence(card) },
    ];
    const fifteen = { ...charged(1500), refunded: 0 };
    expect(deductionsOf(fifteen)).toEqual({ platform: 5, card: 25, beyondEstimate: 0, estimated: true });
    const home = { ...fifteen, feesTaken: taken(5, 43) };
    expect(deductionsOf(home)).toEqual({ platform: 5, card: 43, beyondEstimate: 18, estimated: false });
    expect(netOf(home)).toBe(1452);
    const small = { ...charged(700), refunded: 0, feesTaken: taken(5, 31) };
    expect(deductionsOf(small)).toEqual({ platform: 5, card: 31, beyondEstimate: -1, estimated: false });
    expect(netOf(small)).toBe(684);
  });

  it('leaves the fees with the business after a full refund', () => {
    expect(netOf({ ...charged(1500), refunded: 1500 })).toBe(-30);
  });
});
