import { isAlike, mean, MINUTE_MS, minutesOf, type AcceptedOrder, type MadeLine } from './usual-times.ts';
import type { Usual } from './usual-times.ts';

/** An order with its usual time. */
export type Timed = { order: AcceptedOrder; usual: number };

/** Nobody marked it as ready for so many minutes: it says nothing of how long it took. */
export const LONGEST = 120;
/** How many orders that are alike say how late the outlet is running. */
const LAST_FEW = 10;

/**
 * All that decides how long an order takes and is known when it is accepted; its usual time comes second.
 * @param before those that were accepted before it, newest first
 */
export function whatItMeets(
  { order, usual: usualTime }: Timed,
  before: Timed[],
  usual: Usual,
  kinds: string[],
): number[] {
  const own = kinds.map((kind) => portions(order.lines, kind));
  const ahead = kinds.map(() => 0);
  const lateness: number[] = [];
  let alikeAhead = 0;
  let overdue = 0;
  for (const { order: earlier, usual: itsTime } of before) {
    const since = (order.acceptedAt - earlier.acceptedAt) / MINUTE_MS;
    if (since > LONGEST) break;
    const isOpen = isOpenAt(earlier, order.acceptedAt);
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

export const usualTimeAlone = (met: number[]): number[] => met.map((_, at) => (at === 1 ? 1 : 0));

export const isOpenAt = ({ readyAt }: AcceptedOrder, time: number): boolean =>
  readyAt === null || readyAt > time;

const portions = (lines: MadeLine[], kind: string) =>
  lines.reduce((sum, line) => sum + (line.kind === kind ? line.quantity : 0), 0);
