import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ring, RING_EVERY_MS, STRIKES_APART_MS, type RingOptions } from './ring.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function started(options: Partial<RingOptions> = {}) {
  const struck: string[] = [];
  const bell = ring({
    timers: {
      now: () => performance.now(),
      after(ms, then) {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
    },
    strike: (orderIds) => void struck.push(orderIds.join()),
    ...options,
  });
  const set = (...orderIds: string[]) =>
    bell.set(orderIds.map((orderId) => ({ orderId, expiresInMs: null })));
  return { bell, set, struck };
}

describe('ringing is exactly the set of orders (D34)', () => {
  it('comes at once and every 5 s, one for any number of orders, until none is left', () => {
    const { set, struck } = started();
    set('a', 'b');
    expect(struck).toEqual(['a,b']);
    vi.advanceTimersByTime(2 * RING_EVERY_MS);
    expect(struck).toEqual(['a,b', 'a,b', 'a,b']);
    set('b');
    vi.advanceTimersByTime(RING_EVERY_MS);
    expect(struck.slice(3)).toEqual(['b']);
    set();
    vi.advanceTimersByTime(10 * RING_EVERY_MS);
    expect(struck).toHaveLength(4);
  });

  it('strikes for an order that joins the set, and not again because the set is told once more', () => {
    const { set, struck } = started();
    set('a');
    vi.advanceTimersByTime(2_000);
    set('a', 'b');
    expect(struck).toEqual(['a', 'a,b']);
    set('b', 'a');
    vi.advanceTimersByTime(RING_EVERY_MS - 1);
    expect(struck).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(struck).toHaveLength(3);
  });

  it('strikes at most once in 0.7 s, however many orders come, and then for all of them', () => {
    const { set, struck } = started();
    const orders = Array.from({ length: 10 }, (_, n) => `${n}`);
    for (let n = 1; n <= orders.length; n += 1) {
      set(...orders.slice(0, n));
      vi.advanceTimersByTime(20);
    }
    expect(struck).toEqual(['0']);
    vi.advanceTimersByTime(STRIKES_APART_MS - 200);
    expect(struck).toEqual(['0', orders.join()]);
    set();
    set('x');
    expect(struck).toHaveLength(2);
    vi.advanceTimersByTime(STRIKES_APART_MS);
    expect(struck.slice(2)).toEqual(['x']);
  });
});

describe('an order that has expired', () => {
  it('falls silent by itself where nobody is left to say so, and the rest rings on', () => {
    const sets: string[] = [];
    const { bell, struck } = started({
      dropsExpired: () => true,
      changed: (orderIds) => void sets.push(orderIds.join()),
    });
    bell.set([
      { orderId: 'a', expiresInMs: 12_000 },
      { orderId: 'b', expiresInMs: 10 ** 12 },
      { orderId: 'c', expiresInMs: 22_000 },
    ]);
    vi.advanceTimersByTime(30_000);
    expect(sets).toEqual(['a,b,c', 'b,c', 'b']);
    expect(struck.at(-1)).toBe('b');
  });

  it('rings on while the page that set it is there, whose clock may be wrong, and until that page has gone', () => {
    let gone = false;
    const { bell, struck } = started({ dropsExpired: () => gone });
    bell.set([{ orderId: 'a', expiresInMs: 1 }]);
    vi.advanceTimersByTime(3 * RING_EVERY_MS);
    expect(struck).toHaveLength(4);
    gone = true;
    vi.advanceTimersByTime(3 * RING_EVERY_MS);
    expect(struck).toHaveLength(4);
  });
});
