import { describe, expect, it } from 'vitest';
import { reasonWords, sumWords, warningWords, worstWarning } from './at-risk-words.ts';
import { readMoneyAtRisk } from '../api/read-money-at-risk.ts';

const orders = (...warnings: ('late' | 'ending' | null)[]) =>
  readMoneyAtRisk({ orders: warnings.map((warning) => ({ id: '1', status: 'deliver_waiting', warning })) })
    .orders;

describe('the words for money at risk (D50)', () => {
  it('name the sum and the number of orders', () => {
    expect(sumWords({ count: 1, total: 620 })).toBe('£6.20 accepted and not yet taken, 1 order');
    expect(sumWords({ count: 12, total: 123_456 })).toBe('£1,234.56 accepted and not yet taken, 12 orders');
  });

  it('warn of the most urgent, and say what to do now', () => {
    expect(worstWarning(orders(null, 'late', 'ending', null))).toBe('ending');
    expect(worstWarning(orders(null, 'late'))).toBe('late');
    expect(worstWarning(orders(null))).toBe(null);
    expect(warningWords(null)).toBe(null);
    expect(warningWords('late')).toContain('12 hours');
    expect(warningWords('ending')).toContain('seven days');
    for (const warning of ['late', 'ending'] as const)
      expect(warningWords(warning)).toMatch(/Close .* or cancel it/);
  });

  it('say why an order is not paid for yet', () => {
    const why = (status: Parameters<typeof reasonWords>[0]['status'], captureError: string | null = null) =>
      reasonWords({ status, captureError });
    expect(why('deliver_working')).toBe('Accepted, and not closed yet.');
    expect(why('payment_capture')).toBe('Its payment is being taken.');
    expect(why('deliver_success', 'Card expired.')).toContain('Card expired.');
  });

  it('are about what a server says; what it leaves out is no order and no sum (D2)', () => {
    expect(readMoneyAtRisk({})).toEqual({ count: 0, total: 0, orders: [] });
    expect(readMoneyAtRisk({ orders: [{ id: '1', status: 'unheard_of' }] }).orders).toEqual([]);
    const [order] = readMoneyAtRisk({
      orders: [{ _id: 'a', status: 'deliver_waiting', warning: 'new' }],
    }).orders;
    expect(order).toMatchObject({ id: 'a', amount: 0, warning: null, holdEndsAt: null });
  });
});
