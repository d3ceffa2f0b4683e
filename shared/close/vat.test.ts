import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pence } from '../base/money.ts';
import { joined, shareOut, vatIn, withVatAdded, type AtRate } from '../base/vat.ts';
import { vatRates } from '../base/labelling.ts';
import { refundFrom, refundUndone, salesOf } from './order-sales.ts';

const cost = fc.integer({ min: 0, max: 100_000 }).map(pence);
const rate = fc.option(fc.constantFrom(...vatRates), { nil: undefined });
const option = fc.record({ name: fc.constant('Extra'), cost, vatRate: rate });
const line = fc.record({
  quantity: fc.integer({ min: 1, max: 99 }),
  cost,
  vatRate: rate,
  modifications: fc.array(option, { maxLength: 3 }),
});
const sold = fc.record({ items: fc.array(line, { maxLength: 6 }), serviceCharge: fc.constantFrom(0, 20) });
const total = (parts: readonly AtRate[]) => parts.reduce((sum, { gross }) => sum + gross, 0);

describe('VAT of an order (D54)', () => {
  it.each([
    [20, 600, 100],
    [20, 3, 1],
    [20, 2, 0],
    [5, 10, 0],
    [5, 11, 1],
    [12.5, 900, 100],
    [0, 900, 0],
    [null, 900, 0],
    [20, -600, -100],
  ])('at %s per cent, £%i/100 include %i pence', (rate, gross, vat) => {
    expect(vatIn({ rate, gross })).toBe(vat);
  });

  it('is the nearest penny to the exact share, and half a penny is rounded up', () => {
    const amounts = fc.integer({ min: 0, max: 100_000_000 });
    fc.assert(
      fc.property(amounts, fc.constantFrom(20, 12.5, 5, 0), (gross, rate) => {
        const [part, whole] = [BigInt(gross) * BigInt(rate * 100), BigInt(10_000 + rate * 100)];
        const vat = BigInt(vatIn({ rate, gross }));
        // 2 (exact − vat) is in (−1, 1], which is all that half up allows.
        expect(2n * (part - vat * whole) < whole && 2n * (part - vat * whole) >= -whole).toBe(true);
      }),
    );
  });

  it('a net price with VAT added includes that VAT', () => {
    fc.assert(
      fc.property(cost, fc.constantFrom(...vatRates), (net, rate) => {
        const gross = withVatAdded(net, rate);
        expect(gross - vatIn({ rate, gross })).toBe(net);
      }),
    );
  });

  it('the sales of an order are its lines and its small order fee, to the penny, each rate once', () => {
    fc.assert(
      fc.property(sold, (order) => {
        const lines = order.items.reduce(
          (sum, { quantity, cost: each, modifications }) =>
            sum + quantity * (each + modifications.reduce((more, one) => more + one.cost, 0)),
          0,
        );
        const sales = salesOf(order);
        expect(total(sales)).toBe(lines + order.serviceCharge);
        expect(new Set(sales.map((one) => one.rate)).size).toBe(sales.length);
      }),
    );
  });

  it('an option is taxed at its own rate, and the fee in proportion to what it was charged on', () => {
    const hotMeal = { quantity: 1, cost: pence(300), vatRate: 20 as const, modifications: [] };
    const cold = { name: 'Salad', cost: pence(100), vatRate: 0 as const };
    expect(salesOf({ items: [{ ...hotMeal, modifications: [cold] }], serviceCharge: 20 })).toEqual([
      { rate: 20, gross: 315 },
      { rate: 0, gross: 105 },
    ]);
  });
});

describe('an amount that is shared out (D54)', () => {
  it('is shared to the last penny, and each share is its exact one rounded up or down', () => {
    const parts = fc.array(fc.integer({ min: 0, max: 1_000_000 }), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(parts, fc.integer({ min: 0, max: 1_000_000 }), (given, amount) => {
        const whole = given.reduce((sum, part) => sum + part, 0);
        const shares = shareOut(amount, given);
        expect(shares.reduce((sum, share) => sum + share, 0)).toBe(whole === 0 ? 0 : amount);
        for (const [at, share] of shares.entries())
          if (whole > 0) expect(Math.abs(share - (amount * (given[at] ?? 0)) / whole)).toBeLessThan(1);
      }),
    );
  });
});

describe('a refund (D53, D54)', () => {
  it('spares the tip until nothing else is left', () => {
    const left = { sales: [{ rate: 20, gross: 600 }], tip: 150 };
    expect(refundFrom(left, 600)).toEqual({ sales: [{ rate: 20, gross: 600 }], tip: 0 });
    expect(refundFrom(left, 700)).toEqual({ sales: [{ rate: 20, gross: 600 }], tip: 100 });
  });

  it('any refunds, one after the other, end at nil in each rate when all is given back; one that fails undoes itself', () => {
    const tip = fc.integer({ min: 0, max: 5_000 });
    fc.assert(
      fc.property(sold, tip, fc.array(fc.nat(200_000), { maxLength: 6 }), (order, given, asked) => {
        const taken = { sales: salesOf(order), tip: given };
        let left = taken;
        const apply = (amount: number) => {
          const gone = refundFrom(left, amount);
          expect(total(gone.sales) + gone.tip).toBe(amount);
          for (const { gross } of gone.sales) expect(gross).toBeGreaterThanOrEqual(0);
          const back = gone.sales.map((one) => ({ ...one, gross: 0 - one.gross }));
          const before = left;
          left = { sales: joined([...left.sales, ...back]), tip: left.tip - gone.tip };
          for (const { gross } of left.sales) expect(gross).toBeGreaterThan(0);
          const undone = refundUndone(taken, left, amount);
          expect(total(undone.sales) + undone.tip).toBe(amount);
          expect(undone.tip).toBeLessThanOrEqual(taken.tip - left.tip);
          expect(total(left.sales) + total(undone.sales)).toBeLessThanOrEqual(total(taken.sales));
          return before;
        };
        for (const one of asked) apply(Math.min(one, total(left.sales) + left.tip));
        apply(total(left.sales) + left.tip);
        expect(left).toEqual({ sales: [], tip: 0 });
      }),
    );
  });
});
