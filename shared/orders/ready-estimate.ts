import { leastSquares, weighted } from './least-squares.ts';

/**
 * When an order will be ready, learned from its outlet's last orders:
 *
 * 1. Each item has a usual time: how long orders took in which it was the slowest line.
 * 2. An order is expected to take the usual time of its slowest line, and more for what it meets: its other lines, the
 *    work ahead of it on the board, and how late the outlet is running. How much more is learned by least squares from
 *    past orders that are alike, which are those with about the same usual time.
 * 3. The estimate is later than that, by as much as would have been enough for nearly nine in ten of those.
 *
 * Times are Unix ms on the outside, and minutes within.
 */

/** `kind` is shared by items that are made in one place, such as those of a category. */
export type MadeLine = { item: string; kind: string; quantity: number };
/** `readyAt` is null while the order is made. */
export type AcceptedOrder = { acceptedAt: number; readyAt: number | null; lines: MadeLine[] };
export type OrderToMake = Pick<AcceptedOrder, 'acceptedAt' | 'lines'>;
/** The time by which an order will be ready; `before` are those of the outlet that were accepted before it. */
export type ReadyEstimate = (order: OrderToMake, before: AcceptedOrder[]) => number;

const MINUTE_MS = 60_000;
/** What an item takes where nothing was made yet. */
const FIRST_GUESS = 10;
/** Nobody marked it as ready for so long: it says nothing of how long it took. */
const LONGEST = 120;
/** The share of past orders for which an estimate would have been enough. It is the least, as promises are whole minutes. */
const ENOUGH_FOR = 0.89;
/** The fewest orders that are alike to learn from, and how many of them say how late the outlet is running. */
const FEWEST = 20;
const LAST_FEW = 10;

/** @param past the outlet's last orders that were made, in any order */
export function learnReadyTimes(past: AcceptedOrder[]): ReadyEstimate {
  const orders = past.filter((order) => minutesOf(order) <= LONGEST).toSorted(byAcceptance);
  const usual = usualMinutes(orders);
  const kinds = [...new Set(orders.flatMap(({ lines }) => lines.map(({ kind }) => kind)))];
  const seen = orders.map((order, at) => ({
    usual: usual(order.lines),
    took: minutesOf(order),
    met: whatItMeets(order, orders.slice(Math.max(0, at - 100), at), usual, kinds),
  }));
  /** Usual times are on a ladder with steps of a half, so that each step is learned once. */
  const learned = new Map<number, Learned | null>();

  function learnAlike(usualTime: number): Learned | null {
    const alike = seen.filter((order) => isAlike(order.usual, usualTime));
    if (alike.length < FEWEST) return null;
    const met = alike.map((order) => order.met);
    const weights = leastSquares(
      met,
      alike.map(({ took }) => took),
      usualTimeAlone(met[0] ?? []),
      5,
    );
    const longer = alike.map(({ met: own, took }) => took - weighted(own, weights));
    return { weights, longer: quantile(longer, ENOUGH_FOR) };
  }

  return (order, before) => {
    const usualTime = usual(order.lines);
    const step = Math.round(Math.log(usualTime) / Math.log(1.5));
    const known = learned.get(step) ?? learnAlike(1.5 ** step);
    learned.set(step, known);
    const minutes = known
      ? weighted(whatItMeets(order, before, usual, kinds), known.weights) + known.longer
      : 1.5 * usualTime;
    return order.acceptedAt + Math.max(1, minutes) * MINUTE_MS;
  };
}

type Learned = { weights: number[]; longer: number };
/** The usual time of an order in minutes, which is that of its slowest line. */
type Usual = (lines: MadeLine[]) => number;

const minutesOf = ({ acceptedAt, readyAt }: AcceptedOrder) =>
  ((readyAt ?? Infinity) - acceptedAt) / MINUTE_MS;
const byAcceptance = (one: AcceptedOrder, other: AcceptedOrder) => one.acceptedAt - other.acceptedAt;
const isAlike = (one: number, other: number) => one < 2 * other && other < 2 * one;

/**
 * Learns each item's usual time: the mean time of the orders in which it was the slowest line, and of one order more
 * that took as long as all do on average. Which line was the slowest follows from the times so far, so it is repeated;
 * at first the lines of an order share it.
 */
function usualMinutes(orders: AcceptedOrder[]): Usual {
  const all = orders.length === 0 ? FIRST_GUESS : mean(orders.map(minutesOf));
  let times = new Map<string, number>();
  const usual = (lines: MadeLine[]) => Math.max(1, ...lines.map(({ item }) => times.get(item) ?? all));
  for (let round = 0; round < 4; round += 1) {
    const sums = new Map<string, { minutes: number; orders: number }>();
    for (const order of orders) {
      const longest = usual(order.lines);
      const slowest = order.lines.filter((line) => usual([line]) === longest);
      for (const { item } of slowest) {
        const sum = sums.get(item) ?? { minutes: all, orders: 1 };
        const share = 1 / slowest.length ** 2;
        sums.set(item, { minutes: sum.minutes + share * minutesOf(order), orders: sum.orders + share });
      }
    }
    times = new Map([...times, ...[...sums].map(([item, sum]) => [item, sum.minutes / sum.orders] as const)]);
  }
  return usual;
}

/** All that decides how long an order takes and is known when it is accepted; its usual time comes second. */
function whatItMeets(order: OrderToMake, before: AcceptedOrder[], usual: Usual, kinds: string[]): number[] {
  const usualTime = usual(order.lines);
  const own = kinds.map((kind) => portions(order.lines, kind));
  const ahead = kinds.map(() => 0);
  const lateness: number[] = [];
  let alikeAhead = 0;
  let overdue = 0;
  for (const earlier of before.toSorted(byAcceptance).toReversed()) {
    const since = (order.acceptedAt - earlier.acceptedAt) / MINUTE_MS;
    if (since > LONGEST) break;
    const itsTime = usual(earlier.lines);
    const isOpen = earlier.readyAt === null || earlier.readyAt > order.acceptedAt;
    if (isOpen)
      for (const line of earlier.lines) {
        const left = Math.max(0.1, 1 - since / usual([line]));
        const at = kinds.indexOf(line.kind);
        if (at >= 0) ahead[at] = (ahead[at] ?? 0) + left * line.quantity;
      }
    if (!isAlike(usualTime, itsTime)) continue;
    const late = (isOpen ? since : minutesOf(earlier)) - itsTime;
    if (isOpen) alikeAhead += 1;
    if (isOpen) overdue = Math.max(overdue, late);
    // That an open order is not late yet says nothing.
    if (lateness.length < LAST_FEW && (!isOpen || late > 0)) lateness.push(late);
  }
  const late = mean([0, ...lateness]);
  const crowd = [alikeAhead, alikeAhead ** 2 / 10, (alikeAhead * late) / 10];
  return [1, usualTime, ...own, ...ahead, ...crowd, overdue, late];
}

const usualTimeAlone = (met: number[]) => met.map((_, at) => (at === 1 ? 1 : 0));
const portions = (lines: MadeLine[], kind: string) =>
  lines.reduce((sum, line) => sum + (line.kind === kind ? line.quantity : 0), 0);
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;

/** The value that so large a share of the values does not exceed. */
export function quantile(values: number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0;
}
