import { expect, it } from 'vitest';
import type { RunLog } from '../run-log.ts';
import { judge } from './judge.ts';
import { claims } from './names.ts';
import { holds, together, type Verdict } from './verdict.ts';

/** One order from its press to a refund, on two screens, with its ticket; then a second that nobody has accepted. */
function wellRun(): RunLog {
  const screen = (name: string): RunLog['screens'][number] => ({
    name,
    reachable: [{ from: 0, to: 100_000 }],
    tones: [1_200, 11_000],
    known: [
      { id: 'one', at: 1_150 },
      { id: 'two', at: 10_900 },
    ],
    words: [],
    shown: [
      { id: 'one', version: 6 },
      { id: 'two', version: 2 },
    ],
    equalAfter: 800,
  });
  const steps = [
    ['one', 1, 'payment_working', 900],
    ['one', 2, 'deliver_pending', 1_000],
    ['one', 3, 'deliver_waiting', 4_000],
    ['one', 4, 'deliver_enroute', 5_000],
    ['one', 5, 'payment_capture', 6_000],
    ['one', 6, 'complete', 6_100],
    ['two', 2, 'deliver_pending', 10_500],
  ] as const;
  const customer = { askedAt: 800, answeredAt: 1_050, tries: 1 };
  return {
    customers: [
      { key: 'a', orderId: 'one', ...customer },
      { key: 'b', orderId: 'two', ...customer },
    ],
    server: [
      { id: 'one', number: 1, status: 'complete', version: 6, refunded: 100, writtenAt: 900 },
      { id: 'two', number: 2, status: 'deliver_pending', version: 2, refunded: 0, writtenAt: 10_400 },
    ],
    changes: steps.map(([id, version, status, at]) => ({ id, version, status, at })),
    screens: [screen('screen A'), screen('screen B')],
    presses: [{ screen: 'screen A', orderId: 'one', orderNumber: 1, at: 3_900, settledAt: 4_100 }],
    money: [{ orderId: 'one', captureKeys: ['k'], refunds: [{ refundId: 'r', amount: 100 }], held: true }],
    sheets: [
      { orderNumber: 1, marked: false, whole: true },
      { orderNumber: 2, marked: false, whole: false },
      { orderNumber: 2, marked: true, whole: true },
    ],
    // The last proof was at -55 s, the next one at 10 s.
    unheard: [{ provedAt: -55_000, from: -55_000, to: 10_000, again: 10_000 }],
    refusals: [{ at: 6_500 }],
    askedTickets: [],
    lastFaultEnded: 20_000,
  };
}

/** The claims that a run breaks after `spoil` has changed its log. */
function broken(spoil: (log: RunLog) => void): string[] {
  const log = wellRun();
  spoil(log);
  return judge(log, 0).flatMap((verdict) => (holds(verdict) ? [] : verdict.claim));
}

it('a run in which all went well breaks no claim', () => {
  expect(broken(() => undefined)).toEqual([]);
});

it.each<[string, string, (log: RunLog) => void]>([
  [
    'an acknowledged order that the server lacks',
    claims.acknowledged,
    (log) => void log.customers.push({ ...first(log.customers), key: 'c', orderId: 'three' }),
  ],
  ['an order that was taken twice', claims.acknowledged, (log) => void log.customers.pop()],
  [
    'two customers with one order',
    claims.acknowledged,
    (log) => void log.customers.push({ ...first(log.customers), key: 'c' }),
  ],
  [
    'a number that is left out',
    claims.gapless,
    (log) =>
      void ((second(log.server).number = 3),
      (second(log.sheets).orderNumber = 3),
      log.sheets.push({ orderNumber: 3, marked: true, whole: true })),
  ],
  ['a number that two orders have', claims.gapless, (log) => void (second(log.server).number = 1)],
  [
    'a closed order that is new again',
    claims.legal,
    (log) => void log.changes.push({ id: 'one', version: 7, status: 'deliver_pending', at: 30_000 }),
  ],
  [
    'two states of one version',
    claims.legal,
    (log) => void log.changes.push({ id: 'one', version: 6, status: 'refunded', at: 6_200 }),
  ],
  ['a screen that lacks an order', claims.equal, (log) => void first(log.screens).shown.pop()],
  ['a screen with an old version', claims.equal, (log) => void (first(first(log.screens).shown).version = 5)],
  ['a screen that is late', claims.equal, (log) => void (first(log.screens).equalAfter = 5_001)],
  [
    'an order that no screen rings for',
    claims.rung,
    (log) => log.screens.forEach(({ tones }) => tones.pop()),
  ],
  [
    'an order that rings late',
    claims.rung,
    (log) => log.screens.forEach(({ tones }) => tones.splice(1, 1, 12_600)),
  ],
  [
    'a sound before the order was known',
    claims.rung,
    (log) => log.screens.forEach(({ known }) => (second(known).at = 13_000)),
  ],
  ['a ring after the answer', claims.silent, (log) => void first(log.screens).tones.push(5_100)],
  ['a capture under a second key', claims.money, (log) => void first(log.money).captureKeys.push('k2')],
  [
    'a refund that is made twice',
    claims.money,
    (log) => void first(log.money).refunds.push({ refundId: 's', amount: 100 }),
  ],
  ['a refund that the server does not know of', claims.money, (log) => void (first(log.server).refunded = 0)],
  ['a ticket that is lost', claims.tickets, (log) => void log.sheets.pop()],
  [
    'a ticket that is printed twice without a mark',
    claims.tickets,
    (log) => void log.sheets.push({ orderNumber: 1, marked: false, whole: true }),
  ],
  ['a press that nothing came of', claims.presses, (log) => void (first(log.presses).settledAt = null)],
  ['a press that was answered late', claims.presses, (log) => void (first(log.presses).settledAt = 50_000)],
  [
    'an order that is written 61 s after the last proof',
    claims.proved,
    (log) => void (first(log.server).writtenAt = 6_100),
  ],
  [
    'an order that is refused long after a proof',
    claims.proved,
    (log) => void log.refusals.push({ at: 12_100 }),
  ],
  [
    'a card that is asked for a refused order',
    claims.cards,
    (log) => void log.money.push({ orderId: 'refused', captureKeys: [], refunds: [], held: true }),
  ],
  [
    'an order that is taken 2.1 s after a proof',
    claims.retaken,
    (log) => void (second(log.server).writtenAt = 12_100),
  ],
])('%s breaks just that claim', (_what, claim, spoil) => {
  expect(broken(spoil)).toEqual([claim]);
});

it('an order may be refused once what was broken has let no screen speak for a minute', () => {
  const speaksUntil = (to: number) => (log: RunLog) => {
    for (const screen of log.screens) screen.reachable = [{ from: -200_000, to }];
    log.refusals.push({ at: -17_000 });
  };
  expect(broken(speaksUntil(-80_000))).not.toContain(claims.proved);
  expect(broken(speaksUntil(-50_000))).toContain(claims.proved);
});

it('an order may be refused as if the words of the last 15 s were not stored, but not before', () => {
  const refusedAt = (at: number) =>
    broken((log) => {
      first(log.screens).reachable = [{ from: -60_000, to: 100_000 }];
      log.refusals.push({ at });
    });
  expect(refusedAt(-15_000)).toEqual([]);
  expect(refusedAt(-17_000)).toEqual([claims.proved]);
});

it('the time in which a screen was stopped is no part of what a press may take', () => {
  const stoppedFor = (frozenMs: number) => (log: RunLog) =>
    void Object.assign(first(log.presses), { settledAt: first(log.presses).at + 70_000, frozenMs });
  expect(broken(stoppedFor(60_000))).toEqual([]);
  expect(broken(stoppedFor(10_000))).toEqual([claims.presses]);
});

it('an order that was cancelled needs no ticket, but has no two', () => {
  const cancel = (log: RunLog) => void ((second(log.server).status = 'deliver_aborted'), log.sheets.pop());
  expect(broken(cancel)).not.toContain(claims.tickets);
  expect(
    broken((log) => {
      cancel(log);
      log.sheets.push(...[1, 2].map(() => ({ orderNumber: 2, marked: false, whole: true })));
    }),
  ).toContain(claims.tickets);
});

it('a ring for an order that has just been answered, and one on a screen that could not know, are no breach', () => {
  expect(broken((log) => void first(log.screens).tones.push(4_900))).toEqual([]);
  expect(
    broken((log) => {
      first(log.screens).reachable = [{ from: 9_000, to: 100_000 }];
      first(log.screens).tones.push(5_100);
    }),
  ).toEqual([]);
});

it('an order that waits while no screen is reachable is due once one is', () => {
  const away = (log: RunLog) =>
    log.screens.forEach((screen) => (screen.reachable = [{ from: 30_000, to: 90_000 }]));
  const late = (at: number) => (log: RunLog) => {
    away(log);
    log.screens.forEach(({ tones }) => tones.splice(1, 1, at));
  };
  expect(broken(late(31_900))).toEqual([]);
  expect(broken(late(32_100))).toEqual([claims.rung]);
});

it('a ring in a chance that was too short for a due one has its time; a ring outside any has none', () => {
  const timesOf = (rang: number) => {
    const log = wellRun();
    for (const screen of log.screens) screen.reachable = [{ from: 1_500, to: 2_500 }];
    for (const screen of log.screens) screen.tones = [rang];
    return judge(log, 0).find(({ claim }) => claim === claims.rung)?.times;
  };
  expect(timesOf(2_000)).toEqual([500]);
  expect(timesOf(3_500)).toEqual([]);
});

it('a claim of which nothing was seen does not hold', () => {
  expect(broken((log) => void (log.presses = []))).toEqual([claims.presses]);
});

const first = <T>(list: T[]): T => list[0] as T;
const second = <T>(list: T[]): T => list[1] as T;

it('several runs together keep a claim only if each of them tried and kept it', () => {
  const well = judge(wellRun(), 0);
  const spoilt = wellRun();
  spoilt.sheets.pop();
  const verdictOf = (runs: Verdict[][], name: string) => together(runs).find(({ claim }) => claim === name);
  const both = verdictOf([well, judge(spoilt, 0)], claims.tickets);
  expect(both && holds(both)).toBe(false);
  expect(both?.looked).toBe(5);
  const rested = verdictOf([well, well.map((one) => ({ ...one, looked: 0 }))], claims.gapless);
  expect(rested && holds(rested)).toBe(false);
  expect(together([well, well]).every(holds)).toBe(true);
});
