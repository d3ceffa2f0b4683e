import { leastSquares, weighted } from './least-squares.ts';
import { weighedQuantile, type Weighed } from './quantile.ts';
import {
  isAlike,
  MINUTE_MS,
  minutesOf,
  usualMinutes,
  type AcceptedOrder,
  type OrderToMake,
} from './usual-times.ts';
import { isOpenAt, LONGEST, usualTimeAlone, whatItMeets, type Timed } from './what-it-meets.ts';

/**
 * When an order will be ready, learned from its outlet's last orders:
 *
 * 1. Each item has a usual time: how long orders took in which it was the slowest line.
 * 2. An order is expected to take the usual time of its slowest line, and more for what it meets: its other lines, the
 *    work ahead of it on the board, and how late the outlet is running. How much more is learned by least squares from
 *    past orders that are alike, which are those with about the same usual time.
 * 3. What was expected of the last orders that are alike was wrong by so much; how far that goes on is learned, too.
 * 4. The estimate is later than that, by as much as would have been enough for nearly nine in ten of those alike that
 *    met about as much, and of those of the last hour, which count for more the newer they are.
 */

/** The time by which an order will be ready; `before` are those of the outlet that were accepted before it. */
export type ReadyEstimate = (order: OrderToMake, before: AcceptedOrder[]) => number;

/** The share of orders for which an estimate would have been enough. It is the least, as promises are whole minutes. */
const ENOUGH_FOR = 0.875;
/** The fewest orders that are alike to learn from. */
const FEWEST = 40;
/** Before that an order is promised so many times its usual time, until its outlet's own orders say how many. */
const FIRST_TIMES = { value: 2, weight: 3 };
/** So many of the orders before one are looked at. */
const BEFORE = 100;
/** How many past orders that met about as much are compared with one, and for how many of the newest they count. */
const NEAREST = 150;
const NEAREST_COUNT_FOR = 40;
/** What was just ready counts for twice as much as what was ready so many minutes ago. */
const HALVES_IN = 40;
/** Of each error in what was expected so much remains with the next. */
const FADES_BY = Math.exp(-1 / 5);
const MOST_ERRORS = 20;

/** An order with what it met when it was accepted; `expected` is how long it would then take, if that is known. */
type Expected = Timed & { met: number[]; expected: number | null };
/** And with what the errors of those that are alike said of it then; null if nothing was expected of it. */
type Met = Expected & { errors: number[] | null };
/** Of orders with about the same usual time: `past` are those that were made, by how much more they were expected. */
type Alike = { weights: number[]; past: { more: number; longer: number }[] };

/** @param past the outlet's last orders that were made, in any order */
export function learnReadyTimes(past: AcceptedOrder[]): ReadyEstimate {
  const orders = past.filter((order) => minutesOf(order) <= LONGEST).toSorted(byAcceptance);
  const usual = usualMinutes(orders);
  const kinds = [...new Set(orders.flatMap(({ lines }) => lines.map(({ kind }) => kind)))];
  const timed = (order: AcceptedOrder): Timed => ({ order, usual: usual(order.lines) });
  const meet = (one: Timed, before: Timed[]) => ({ ...one, met: whatItMeets(one, before, usual, kinds) });
  const times = orders.map(timed);
  const seen = times.map((one, at) => meet(one, lastOf(times, at)));
  const weightsOf = byUsualTime((usualTime) => learnWhatItMeets(seen, usualTime));
  const expecting = (one: Omit<Expected, 'expected'>): Expected => {
    const weights = weightsOf(one.usual);
    return { ...one, expected: weights && weighted(one.met, weights) };
  };
  const expected = seen.map(expecting);
  const met = expected.map((one, at) => withErrors(one, lastOf(expected, at)));
  const alikeTo = byUsualTime((usualTime) => learnErrors(met, usualTime));
  const timesUsual = timesOf(times.slice(-FEWEST));
  /** Estimates for orders of one board share what those before them met. */
  const known = new WeakMap<AcceptedOrder, Met>();

  function earlierOf(before: AcceptedOrder[]): Met[] {
    const newest = lastOf(before.toSorted(byAcceptance), before.length).map(timed);
    const then = newest.map(
      (other, at) => known.get(other.order) ?? expecting(meet(other, newest.slice(at + 1))),
    );
    return then.map((other, at) => {
      const one = known.get(other.order) ?? withErrors(other, then.slice(at + 1));
      known.set(other.order, one);
      return one;
    });
  }

  return (order, before) => {
    const earlier = earlierOf(before);
    const one = expecting(meet(timed({ ...order, readyAt: null }), earlier));
    const alike = alikeTo(one.usual);
    const { errors } = withErrors(one, earlier);
    if (!alike || !errors) return order.acceptedAt + Math.max(1, timesUsual * one.usual) * MINUTE_MS;
    const minutes = weighted(errors, alike.weights);
    const longer = weighedQuantile(
      [...nearest(alike, minutes - one.usual), ...lately(one, earlier, alike)],
      ENOUGH_FOR,
    );
    return order.acceptedAt + Math.max(1, minutes + longer) * MINUTE_MS;
  };
}

/** How many times their usual time was enough for nearly nine in ten of a few orders. */
const timesOf = (orders: Timed[]): number =>
  weighedQuantile(
    [FIRST_TIMES, ...orders.map(({ order, usual }) => ({ value: minutesOf(order) / usual, weight: 1 }))],
    ENOUGH_FOR,
  );

const byAcceptance = (one: AcceptedOrder, other: AcceptedOrder) => one.acceptedAt - other.acceptedAt;
/** The last few before one of a list, newest first. */
const lastOf = <One>(list: One[], at: number): One[] => list.slice(Math.max(0, at - BEFORE), at).toReversed();

/** What is learned for each usual time: on a ladder with steps of a half, so that each step is learned once. */
function byUsualTime<Learned>(learn: (usualTime: number) => Learned | null) {
  const learned = new Map<number, Learned | null>();
  return (usualTime: number): Learned | null => {
    const step = Math.round(Math.log(usualTime) / Math.log(1.5));
    const known = learned.get(step);
    if (known !== undefined) return known;
    const fresh = learn(1.5 ** step);
    learned.set(step, fresh);
    return fresh;
  };
}

function learnWhatItMeets(seen: Omit<Expected, 'expected'>[], usualTime: number): number[] | null {
  const alike = seen.filter((one) => isAlike(one.usual, usualTime));
  if (alike.length < FEWEST) return null;
  const met = alike.map((one) => one.met);
  const took = alike.map(({ order }) => minutesOf(order));
  return leastSquares(met, took, usualTimeAlone(met[0] ?? []), 5);
}

/** @param earlier newest first */
function withErrors(one: Expected, earlier: Expected[]): Met {
  if (one.expected === null) return { ...one, errors: null };
  let [sum, weights, weight, worst] = [0, 1, 1, 0];
  let count = 0;
  for (const other of earlier) {
    if (count >= MOST_ERRORS || !isRecent(other, one)) break;
    if (other.expected === null || !isAlike(one.usual, other.usual)) continue;
    const { isOpen, error } = errorOf(other, other.expected, one.order.acceptedAt);
    if (isOpen && error <= 0) continue;
    if (isOpen) worst = Math.max(worst, error);
    sum += weight * error;
    weights += weight;
    weight *= FADES_BY;
    count += 1;
  }
  const error = sum / weights;
  return { ...one, errors: [1, one.expected, error, worst, (error * one.expected) / 10] };
}

const isRecent = ({ order }: Timed, { order: { acceptedAt } }: Timed) =>
  acceptedAt - order.acceptedAt <= LONGEST * MINUTE_MS;

/** By how much longer an order took than was expected; while it is open, at least. */
function errorOf({ order }: Timed, expected: number, now: number) {
  const isOpen = isOpenAt(order, now);
  const took = isOpen ? (now - order.acceptedAt) / MINUTE_MS : minutesOf(order);
  return { isOpen, error: took - expected };
}

function learnErrors(seen: Met[], usualTime: number): Alike | null {
  const alike = seen.flatMap(({ errors, ...one }) =>
    errors && isAlike(one.usual, usualTime) ? [{ ...one, errors }] : [],
  );
  if (alike.length < FEWEST) return null;
  const errors = alike.map((one) => one.errors);
  const took = alike.map(({ order }) => minutesOf(order));
  const weights = leastSquares(errors, took, usualTimeAlone(errors[0] ?? []), 5);
  // What the weights were learned from fits them better than what comes next, and the more so the fewer there were.
  const fit = alike.length / (alike.length - (alike[0]?.met.length ?? 0) / 2);
  const past = alike.map((one) => {
    const minutes = weighted(one.errors, weights);
    return { more: minutes - one.usual, longer: fit * (minutesOf(one.order) - minutes) };
  });
  return { weights, past: past.toSorted((one, other) => one.more - other.more) };
}

/** By how much longer than expected those took that met about as much. */
function nearest({ past }: Alike, more: number): Weighed[] {
  const above = past.findIndex((one) => one.more > more);
  const middle = above < 0 ? past.length : above;
  const first = Math.max(0, Math.min(middle - NEAREST / 2, past.length - NEAREST));
  const near = past.slice(first, first + NEAREST);
  return near.map(({ longer }) => ({ value: longer, weight: NEAREST_COUNT_FOR / near.length }));
}

/** By how much longer than expected those took that were ready lately, and those that are late take so far. */
function lately(one: Timed, earlier: Met[], { weights }: Alike): Weighed[] {
  const now = one.order.acceptedAt;
  return earlier.flatMap((other) => {
    if (!isRecent(other, one) || !isAlike(one.usual, other.usual)) return [];
    if (!other.errors) return [];
    const { isOpen, error } = errorOf(other, weighted(other.errors, weights), now);
    if (isOpen) return error > 0 ? [{ value: error, weight: 1 }] : [];
    const ago = (now - (other.order.readyAt ?? now)) / MINUTE_MS;
    return [{ value: error, weight: 0.5 ** (ago / HALVES_IN) }];
  });
}
