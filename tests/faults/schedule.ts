import { randomFrom } from '../support/samples/random-from.ts';

/** `embedded`: one server on the embedded database. `two-servers`: two on PostgreSQL and Redis. */
export const modes = ['embedded', 'two-servers'] as const;
export type Mode = (typeof modes)[number];

/**
 * What can be broken. A line is the connection of one screen, or of the customers; the screens are two browsers on the
 * live board.
 */
export type FaultKind =
  | 'line cut'
  | 'line silent'
  | 'line half-open'
  | 'line one-way'
  | 'line slow'
  | 'line lossy'
  | 'screen frozen'
  | 'screen discarded'
  | 'screen’s clock wrong'
  | 'token expired'
  | 'server killed'
  | 'PostgreSQL killed'
  | 'Redis killed'
  | 'Redis frozen'
  | 'printer cut'
  | 'printer out of paper'
  | 'printing killed'
  | 'every screen muted'
  | 'every screen closed'
  | 'every screen frozen';

/** Only one fault at a time strikes each of these. `outlet`: both screens at once, so that nobody can be alerted. */
export const subjects = ['screen A', 'screen B', 'customers', 'platform', 'printing', 'outlet'] as const;
export type Subject = (typeof subjects)[number];

/**
 * From `at`, for `lasts`, in ms from the schedule's start. `amount` is the fault's own size from 0 to 1: how slow, how
 * lossy, which server, how wrong a clock.
 */
export type Fault = { kind: FaultKind; on: Subject; at: number; lasts: number; amount: number };

/** What may strike each, and the least and most time that it lasts, in ms. */
const onScreens: [FaultKind, number, number][] = [
  ['line cut', 300, 4_000],
  ['line silent', 1_000, 8_000],
  ['line half-open', 500, 1_000],
  ['line one-way', 1_000, 5_000],
  ['line slow', 2_000, 6_000],
  ['line lossy', 2_000, 6_000],
  ['screen frozen', 1_000, 8_000],
  ['screen discarded', 300, 1_500],
  ['screen’s clock wrong', 300, 600],
  ['token expired', 300, 600],
];
const menu: Record<Exclude<Subject, 'outlet'>, [FaultKind, number, number][]> = {
  'screen A': onScreens,
  'screen B': onScreens,
  customers: [
    ['line cut', 200, 2_000],
    ['line one-way', 500, 2_000],
    ['line slow', 1_000, 4_000],
    ['line lossy', 1_000, 4_000],
  ],
  platform: [['server killed', 100, 2_500]],
  printing: [
    ['printer cut', 1_000, 4_000],
    ['printer out of paper', 1_000, 3_000],
    ['printing killed', 200, 2_000],
  ],
};
const ofOutlet: FaultKind[] = ['every screen muted', 'every screen closed', 'every screen frozen'];
const ofTwoServers: [FaultKind, number, number][] = [
  ['PostgreSQL killed', 500, 3_000],
  ['Redis killed', 500, 3_000],
  ['Redis frozen', 500, 3_000],
];

export type ScheduleOptions = {
  mode: Mode;
  /** No fault begins after this, in ms. */
  span: number;
  /** The mean time between two faults of one subject, in ms; three times that for the platform, which starts slowly. */
  pause: number;
  /** No fault lasts longer, in ms; apart from those of the outlet. */
  most?: number;
  /** How often nobody can be alerted, and for how long at least, in ms. */
  unattended: { times: number; lasts: number };
};

/**
 * The faults of a run, always the same for the same seed, by their beginning. Each subject gets each of its kinds once
 * before it gets one twice.
 */
export function scheduleOf(
  seed: number,
  { mode, span, pause, most: mostMs = Infinity, unattended }: ScheduleOptions,
): Fault[] {
  const random = randomFrom(seed);
  const { times, lasts: least } = unattended;
  const outages = shuffled(ofOutlet, random)
    .slice(0, times)
    .map((kind, n): Fault => {
      const at = (span * (n + 0.2 + 0.3 * random())) / times;
      const lasts = least * (1 + 0.1 * random());
      return { kind, on: 'outlet', at: Math.round(at), lasts: Math.round(lasts), amount: random() };
    });
  const faults = subjects.flatMap((on) => {
    if (on === 'outlet') return outages;
    const kinds = on === 'platform' && mode === 'two-servers' ? [...menu[on], ...ofTwoServers] : menu[on];
    const found: Fault[] = [];
    let deck: typeof kinds = [];
    const mean = pause * (on === 'platform' ? 3 : 1);
    for (let at = mean * random(); at < span; at += mean * (0.5 + random())) {
      if (deck.length === 0) deck = shuffled(kinds, random);
      const [kind, least, most] = deck.pop() ?? kinds[0] ?? neverEmpty();
      const lasts = Math.round(Math.min(least + random() * (most - least), mostMs));
      found.push({ kind, on, at: Math.round(at), lasts, amount: random() });
      at += lasts;
    }
    return found;
  });
  return faults.toSorted((a, b) => a.at - b.at);
}

function shuffled<T>(all: readonly T[], random: () => number): T[] {
  return all
    .map((value) => ({ value, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ value }) => value);
}

function neverEmpty(): never {
  throw new Error('Nothing can strike this');
}
