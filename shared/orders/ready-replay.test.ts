import { expect, test } from 'vitest';
import { evening, withoutLuck, type Evening, type ServedOrder } from '../../tests/support/kitchen/kitchen.ts';
import { randomFrom } from '../../tests/support/samples/random-from.ts';
import { isPromiseKept, promisedMinute } from './promises.ts';
import { quantile } from './quantile.ts';
import { learnReadyTimes, type ReadyEstimate } from './ready-estimate.ts';
import type { AcceptedOrder } from './usual-times.ts';

const MINUTE_MS = 60_000;
const ORDERS = 10_000;
const places = { grill: 8, fryer: 8, oven: 8 };

/** A quiet place: two who cook and two at the bar, twenty orders an hour. */
const calmPub: Evening = { crew: { cooks: 2, barStaff: 2, places }, hours: 6, ordersAnHour: () => 20 };
/** Seventy orders an hour from one hour after opening to three. */
const friday: Evening = {
  crew: { cooks: 5, barStaff: 4, places },
  hours: 5,
  ordersAnHour: (hour) => (hour < 1 ? 30 : hour < 3 ? 70 : hour < 4 ? 45 : 20),
};
/** The same with three cooks of five, who cannot keep up in the rush. */
const twoCooksShort: Evening = { ...friday, crew: { ...friday.crew, cooks: 3 } };

/** As many evenings as it takes, one a day, each with its own people and luck. */
function served(eveningOf: (day: number) => Evening): AcceptedOrder[] {
  const random = randomFrom(1);
  const orders: AcceptedOrder[] = [];
  for (let day = 0; orders.length < ORDERS; day += 1) {
    const opens = day * 24 * 60;
    orders.push(...evening(eveningOf(day), random).map(asTheTillSeesIt(opens)));
  }
  return orders.slice(0, ORDERS);
}

/** @param opens when the outlet opens that evening, in minutes */
const asTheTillSeesIt =
  (opens: number) =>
  ({ acceptedAt, readyAt, lines }: ServedOrder): AcceptedOrder => ({
    acceptedAt: (opens + acceptedAt) * MINUTE_MS,
    readyAt: (opens + readyAt) * MINUTE_MS,
    lines: lines.map(({ dish, quantity }) => ({ item: dish.name, kind: dish.station, quantity })),
  });

/** Promises each order as it is accepted, by what was known then; learns anew every so many orders. */
function replay(orders: AcceptedOrder[], learn: (past: AcceptedOrder[]) => ReadyEstimate) {
  let estimate = learn([]);
  let kept = 0;
  const errors: number[] = [];
  for (const [at, order] of orders.entries()) {
    if (at % 200 === 0)
      estimate = learn(
        orders.slice(Math.max(0, at - 3000), at).filter((past) => isReadyBy(past, order.acceptedAt)),
      );
    const promise = promisedMinute(estimate(order, orders.slice(Math.max(0, at - 100), at)));
    const readyAt = order.readyAt ?? 0;
    if (isPromiseKept(promise, readyAt)) kept += 1;
    errors.push(Math.abs(readyAt - promise) / MINUTE_MS);
  }
  return { kept: (100 * kept) / orders.length, p80: quantile(errors, 0.8) };
}

const isReadyBy = ({ readyAt }: AcceptedOrder, time: number) => (readyAt ?? Infinity) <= time;

/** Knows no dishes and no board: what was enough for nine in ten of all orders. */
function sameForAll(past: AcceptedOrder[]): ReadyEstimate {
  const took = past.map(({ acceptedAt, readyAt }) => (readyAt ?? 0) - acceptedAt);
  const enough = quantile(took, 0.89);
  return ({ acceptedAt }) => acceptedAt + enough;
}

for (const [name, kitchen] of [
  ['a calm pub', calmPub],
  ['a busy Friday with a rush', friday],
] as const)
  test(`${name}: of 10,000 replayed orders 90 % are ready by the promised minute, 80 % within 3 minutes of it (D63)`, () => {
    const orders = served(() => kitchen);
    const promised = replay(orders, learnReadyTimes);
    expect(promised.kept).toBeGreaterThanOrEqual(90);
    expect(promised.p80).toBeLessThanOrEqual(3);
    // What does not look at the order keeps as many promises, by making guests wait.
    expect(replay(orders, sameForAll).p80).toBeGreaterThan(6);
  });

/** With other luck of the kitchen the error is between 2.7 and 3.2 minutes. */
test('two cooks short on every third Friday, unannounced: 90 % are kept, 80 % within 3 minutes (D63)', () => {
  const orders = served((day) => (day % 3 === 2 ? twoCooksShort : friday));
  const promised = replay(orders, learnReadyTimes);
  expect(promised.kept).toBeGreaterThanOrEqual(90);
  expect(promised.p80).toBeLessThanOrEqual(3);
});

/**
 * The queue of a kitchen that is always at its limit depends on luck that nobody knows at acceptance: who knows each
 * cook and dish by heart, and afterwards the one delay that keeps 90 % of the promises, is not within 3 minutes either. With other luck 89.5 to 90.5 % are kept, within 3.4 to 3.7 minutes.
 */
test('two cooks short every evening: 90 % are kept, 80 % within 3.5 minutes, where knowing the kitchen by heart gives 3.0', () => {
  const promised = replay(
    served(() => twoCooksShort),
    learnReadyTimes,
  );
  expect(promised.kept).toBeGreaterThanOrEqual(90);
  expect(promised.p80).toBeLessThanOrEqual(3.5);
  const byHeart = knownByHeart(twoCooksShort);
  expect(byHeart.kept).toBeGreaterThanOrEqual(90);
  expect(byHeart.kept).toBeLessThan(90.1);
  expect(byHeart.p80).toBeGreaterThan(3);
  expect(byHeart.p80).toBeLessThan(3.1);
});

/** Promises what would be without luck, and so much later for every order that 90 % are kept. */
function knownByHeart(kitchen: Evening) {
  const random = randomFrom(1);
  const made: { expected: number; readyAt: number }[] = [];
  for (let day = 0; made.length < ORDERS; day += 1) {
    const orders = evening(kitchen, random);
    const opens = day * 24 * 60;
    for (const [at, expected] of withoutLuck(kitchen.crew, orders).entries())
      made.push({
        expected: (opens + expected) * MINUTE_MS,
        readyAt: (opens + (orders[at]?.readyAt ?? NaN)) * MINUTE_MS,
      });
  }
  const orders = made.slice(0, ORDERS);
  const promised = (later: number) => {
    const promises = orders.map(({ expected }) => promisedMinute(expected + later * MINUTE_MS));
    const errors = orders.map(({ readyAt }, at) => Math.abs(readyAt - (promises[at] ?? NaN)) / MINUTE_MS);
    const kept = orders.filter(({ readyAt }, at) => isPromiseKept(promises[at] ?? NaN, readyAt)).length;
    return { kept: (100 * kept) / ORDERS, p80: quantile(errors, 0.8) };
  };
  let [most, later] = [0, 10];
  while (later - most > 0.001) {
    const between = (most + later) / 2;
    if (promised(between).kept >= 90) later = between;
    else most = between;
  }
  return promised(later);
}

test('a new outlet promises 20 minutes, and of the first 50 orders of twenty of them four in five are kept', () => {
  const first = { acceptedAt: 0, lines: [{ item: 'Pie', kind: 'oven', quantity: 1 }] };
  expect(learnReadyTimes([])(first, [])).toBe(20 * MINUTE_MS);
  const random = randomFrom(1);
  let kept = 0;
  for (let outlet = 0; outlet < 20; outlet += 1) {
    const orders = evening(calmPub, random).slice(0, 50).map(asTheTillSeesIt(0));
    for (const [at, order] of orders.entries()) {
      const before = orders.slice(0, at);
      const estimate = learnReadyTimes(before.filter((past) => isReadyBy(past, order.acceptedAt)));
      if (isPromiseKept(promisedMinute(estimate(order, before)), order.readyAt ?? 0)) kept += 1;
    }
  }
  expect(kept).toBeGreaterThanOrEqual(0.8 * 20 * 50);
});
