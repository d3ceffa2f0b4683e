/** How long an outlet usually takes for its items. Times are Unix ms on the outside, and minutes within. */

/** `kind` is shared by items that are made in one place, such as those of a category. */
export type MadeLine = { item: string; kind: string; quantity: number };
/** `readyAt` is null while the order is made. */
export type AcceptedOrder = { acceptedAt: number; readyAt: number | null; lines: MadeLine[] };
export type OrderToMake = Pick<AcceptedOrder, 'acceptedAt' | 'lines'>;
/** The usual time of an order in minutes, which is that of its slowest line. */
export type Usual = (lines: MadeLine[]) => number;

export const MINUTE_MS = 60_000;
/** What an item takes where nothing was made yet. */
const FIRST_GUESS = 10;

/** How long an order took; without end while it is made. */
export const minutesOf = ({ acceptedAt, readyAt }: AcceptedOrder): number =>
  ((readyAt ?? Infinity) - acceptedAt) / MINUTE_MS;
/** Whether two usual times are about the same. */
export const isAlike = (one: number, other: number): boolean => one < 2 * other && other < 2 * one;
export const mean = (values: number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;

/**
 * Learns each item's usual time: the mean time of the orders in which it was the slowest line, and of one order more
 * that took as long as all do on average. Which line was the slowest follows from the times so far, so it is repeated;
 * at first the lines of an order share it.
 */
export function usualMinutes(orders: AcceptedOrder[]): Usual {
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
