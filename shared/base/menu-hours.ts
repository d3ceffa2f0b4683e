import { localMs } from './local-time.ts';

/** The days of a week, as hours name them. */
export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof weekdays)[number];

/**
 * From one time of the day to another, on each of the days, by the outlet's clocks: `22:00` to `02:00` ends on the next
 * day, and equal times are a whole day.
 */
export type HoursWindow = { days: Weekday[]; from: string; to: string };
/** The windows together; without any there are no hours. */
export type Hours = HoursWindow[];

/**
 * What ends at `at` goes on until `until`; both in ISO 8601. Every press of "15 minutes more" makes `until` later.
 */
export type PutOff = { at: string; until: string };

/** The moment of which something is asked, in Unix ms, at an outlet's clocks. */
export type Moment = { now: number; zone: string; putOff?: readonly PutOff[] | undefined };

/** How long an order that was begun before a cut is taken after it. */
export const HONOURED_MS = 5 * 60_000;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Whether it is within the hours, also while their end is put off. Without hours it always is. */
export function isWithin(hours: Hours | undefined, { now, zone, putOff = [] }: Moment): boolean {
  if (!hours) return true;
  if (spansAround(hours, now, zone).some(({ start, end }) => start <= now && now < end)) return true;
  return putOff.some(
    ({ at, until }) =>
      Date.parse(at) <= now && now < Date.parse(until) && endsAt(hours, Date.parse(at), zone),
  );
}

/** When that changes next, in Unix ms; Infinity if it never does. */
export function nextChangeOf(hours: Hours | undefined, moment: Moment): number {
  if (!hours) return Infinity;
  const before = isWithin(hours, moment);
  const { now, zone, putOff = [] } = moment;
  const changes = new Set(putOff.map(({ until }) => Date.parse(until)));
  for (let day = dayOf(now, zone) - 1; day <= dayOf(now, zone) + 8; day += 1)
    for (const { start, end } of spansOf(hours, day, zone)) changes.add(start).add(end);
  const ahead = [...changes].filter((at) => at > now).toSorted((one, other) => one - other);
  return ahead.find((at) => isWithin(hours, { ...moment, now: at }) !== before) ?? Infinity;
}

/** Whether the hours end at that moment, as they were set. */
export function endsAt(hours: Hours, at: number, zone: string): boolean {
  return isWithin(hours, { now: at - 1, zone }) && !isWithin(hours, { now: at, zone });
}

type Span = { start: number; end: number };

/** The windows that begin on the moment's day or the day before, and may include it. */
function spansAround(hours: Hours, now: number, zone: string): Span[] {
  const today = dayOf(now, zone);
  return [...spansOf(hours, today - 1, zone), ...spansOf(hours, today, zone)];
}

function spansOf(hours: Hours, day: number, zone: string): Span[] {
  return hours
    .filter(({ days }) => days.includes(weekdayOf(day)))
    .map(({ from, to }) => ({
      start: momentOf(day, from, zone),
      end: momentOf(to > from ? day : day + 1, to, zone),
    }));
}

/** Days since 1970, by the clocks of a zone. */
export function dayOf(now: number, zone: string): number {
  return Math.floor(localMs(now, zone) / DAY_MS);
}

export function weekdayOf(day: number): Weekday {
  // 1 January 1970 was a Thursday.
  return weekdays[(((day + 3) % 7) + 7) % 7] ?? 'mon';
}

const moments = new Map<string, number>();
const MOST_MOMENTS = 20_000;

/**
 * The first moment, in Unix ms, at which the clocks show that time of that day, or a later one: so every window begins and
 * ends once, also in the night in which an hour is left out or comes twice.
 */
function momentOf(day: number, time: string, zone: string): number {
  const key = `${day} ${time} ${zone}`;
  const known = moments.get(key);
  if (known !== undefined) return known;
  if (moments.size >= MOST_MOMENTS) moments.clear();
  const found = firstShowing(day * DAY_MS + minutesOf(time) * MINUTE_MS, zone);
  moments.set(key, found);
  return found;
}

/**
 * Every moment at which the clocks show that time of that day: two where it comes twice. Where they leave it out, the
 * moment of the change alone.
 */
export function momentsOf(day: number, time: string, zone: string): number[] {
  const first = momentOf(day, time, zone);
  const wanted = day * DAY_MS + minutesOf(time) * MINUTE_MS;
  const second = wanted - (localMs(wanted + DAY_MS, zone) - (wanted + DAY_MS));
  return second > first && localMs(second, zone) === wanted ? [first, second] : [first];
}

/** @param wanted what the clocks are to show, as if it were UTC */
function firstShowing(wanted: number, zone: string): number {
  const ahead = (at: number) => localMs(at, zone) - at;
  const [least, most] = [ahead(wanted - DAY_MS), ahead(wanted + DAY_MS)].toSorted((a, b) => a - b);
  const early = wanted - (most ?? 0);
  if (localMs(early, zone) >= wanted) return early;
  let [before, after] = [early, wanted - (least ?? 0)];
  // Only where the clocks leave the time out is the first moment between the two, at a whole minute.
  if (localMs(after, zone) === wanted) return after;
  while (after - before > MINUTE_MS) {
    const middle = before + Math.floor((after - before) / 2 / MINUTE_MS) * MINUTE_MS;
    if (localMs(middle, zone) >= wanted) after = middle;
    else before = middle;
  }
  return after;
}

/** `HH:MM` in minutes since midnight. */
export function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * 60 + minutes;
}

const dayNames: Record<Weekday, string> = {
  mon: 'Mon',
  tue: 'Tue',
  wed: 'Wed',
  thu: 'Thu',
  fri: 'Fri',
  sat: 'Sat',
  sun: 'Sun',
};
export const dayName = (day: Weekday): string => dayNames[day];

/** `Mon–Fri 07:00–11:00, Sat 08:00–12:00`; `every day` and `all day` where that is so. */
export function hoursText(hours: Hours): string {
  return hours
    .map(({ days, from, to }) => `${daysText(days)} ${from === to ? 'all day' : `${from}–${to}`}`)
    .join(', ');
}

function daysText(days: readonly Weekday[]): string {
  const named = weekdays.filter((day) => days.includes(day));
  if (named.length === weekdays.length) return 'every day';
  const runs: Weekday[][] = [];
  for (const day of named) {
    const run = runs.at(-1);
    const follows = run && weekdays.indexOf(day) === weekdays.indexOf(run.at(-1) ?? day) + 1;
    if (follows) run.push(day);
    else runs.push([day]);
  }
  return runs
    .flatMap((run) =>
      run.length > 2 ? [`${dayName(run[0] ?? 'mon')}–${dayName(run.at(-1) ?? 'mon')}`] : run.map(dayName),
    )
    .join(', ');
}
