import { expect, it } from 'vitest';
import { compareBooks } from './compare-books.ts';

const DAY_MS = 24 * 60 * 60_000;
const TODAY = Date.parse('2026-11-20T12:00:00Z');

/** An account with differences that never settle, each so many days old. */
function account(ages: readonly number[]) {
  const open = ages.map((days, n) => ({ orderId: `order-${n}`, at: new Date(TODAY - days * DAY_MS) }));
  const state = {
    time: TODAY,
    asked: [] as string[],
    agreed: [] as string[],
    bank: new Map<string, number>(),
  };
  const { lookAgain } = compareBooks({
    store: {
      unexamined: async () => [],
      booked: async () => new Set(),
      takenWithoutLine: async () => [],
      open: async () => open,
      compare: async (ids) =>
        ids.map((orderId) => ({ orderId, ledger: 100, bank: state.bank.get(orderId) ?? 0 })),
      note: async () => undefined,
      agree: async (_account, ids) => void state.agreed.push(...ids),
    },
    catchUp: async (orderId) => void state.asked.push(orderId),
    clock: { now: () => new Date(state.time) },
  });
  const askedOn = async (day: number) => {
    Object.assign(state, { time: TODAY + day * DAY_MS, asked: [] });
    await lookAgain('acct_mine');
    return state.asked;
  };
  return { askedOn, state };
}

it('of differences that never settle, two hundred are asked about in a reading, and others the next day (D52)', async () => {
  const { askedOn } = account(Array<number>(500).fill(1));
  const days = [await askedOn(0), await askedOn(1), await askedOn(2)];
  expect(days.map((asked) => new Set(asked).size)).toEqual([200, 200, 200]);
  expect(days.map((asked) => asked.length)).toEqual([200, 200, 200]);
  expect(new Set(days.flat()).size, 'all of them in three days').toBe(500);
});

it('a difference is asked about for thirty days, and settled whenever the books agree (D52)', async () => {
  const { askedOn, state } = account([0, 29, 31, 400]);
  expect(await askedOn(0)).toEqual(['order-0', 'order-1']);
  expect(await askedOn(2)).toEqual(['order-0']);
  expect(state.agreed).toEqual([]);
  state.bank.set('order-3', 100);
  expect(await askedOn(3)).toEqual(['order-0']);
  expect(state.agreed).toEqual(['order-3']);
});
