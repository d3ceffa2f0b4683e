import { expect, test } from 'vitest';
import { evening, type Evening, type ServedOrder } from '../../tests/support/kitchen/kitchen.ts';
import { randomFrom } from '../../tests/support/samples/random-from.ts';
import { isPromiseKept, promisedMinute } from './promises.ts';
import { learnReadyTimes, quantile, type AcceptedOrder, type ReadyEstimate } from './ready-estimate.ts';

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
    const asTheTillSeesIt = ({ acceptedAt, readyAt, lines }: ServedOrder): AcceptedOrder => ({
      acceptedAt: (opens + acceptedAt) * MINUTE_MS,
      readyAt: (opens + readyAt) * MINUTE_MS,
      lines: lines.map(({ dish, quantity }) => ({ item: dish.name, kind: dish.station, quantity })),
    });
    orders.push(...evening(eveningOf(day), random).map(asTheTillSeesIt));
  }
  return orders.slice(0, ORDERS);
}

/** Promises each order as it is accepted, by what was known then; learns anew every so many orders. */
function replay(orders: AcceptedOrder[], learn: (past: AcceptedOrder[]) => ReadyEstimate) {
  let estimate = learn([]);
  let kept = 0;
  const errors: number[] = [];
  for (const [at, order] of orders.entries()) {
    if (at % 200 === 0)
      estimate = learn(
        orders.slice(Math.max(0, at - 1000), at).filter((past) => isReadyBy(past, order.acceptedAt)),
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
  return ({ acceptedAt }) => acceptedAt + quantile(took, 0.89);
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

test('two cooks short on every third Friday, unannounced: nearly as many are kept, at nearly the same error', () => {
  const orders = served((day) => (day % 3 === 2 ? twoCooksShort : friday));
  const promised = replay(orders, learnReadyTimes);
  expect(promised.kept).toBeGreaterThanOrEqual(89);
  expect(promised.p80).toBeLessThanOrEqual(3.3);
});
