import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { stationReports } from './station-reports.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

const here = { outletId: 'Ferry', shows: null, prints: [], cannotPrint: [] };

function reporting() {
  const anew: boolean[] = [];
  let answers = true;
  const socket = {
    connected: true,
    emit: (_event: string, _report: unknown, answer: (reply: unknown) => void) =>
      answers && answer({ ok: true, lapses: { Ferry: [] } }),
  };
  const reports = stationReports(socket as unknown as Parameters<typeof stationReports>[0], {
    here: () => [here],
    onLapses: (_outletId, _lapses, isAnew) => void anew.push(isAnew),
  });
  return {
    anew,
    heardMs: () => reports.heardMs('Ferry'),
    /** A report a second. */
    seconds(count: number, answered = true) {
      answers = answered;
      for (let n = 0; n < count; n += 1) {
        vi.setSystemTime(Date.now() + 1_000);
        reports.say();
      }
    },
  };
}

it('a screen knows for how long the server has answered its reports without a break (D60)', () => {
  const screen = reporting();
  expect(screen.heardMs()).toBe(null);
  screen.seconds(1);
  expect(screen.heardMs()).toBe(0);
  screen.seconds(5);
  expect(screen.heardMs()).toBe(5_000);
  // A single answer that is missing is no break.
  screen.seconds(1, false);
  expect(screen.heardMs()).toBe(6_000);
  screen.seconds(1);
  expect(screen.heardMs()).toBe(7_000);
  expect(screen.anew).toEqual([true, ...Array.from({ length: 6 }, () => false)]);
});

it('after a break what is told is new, and the time counts from there (D60)', () => {
  const screen = reporting();
  screen.seconds(5);
  screen.seconds(3, false);
  expect(screen.heardMs()).toBe(null);
  screen.seconds(1);
  expect([screen.heardMs(), screen.anew.at(-1)]).toEqual([0, true]);
  screen.seconds(1);
  expect([screen.heardMs(), screen.anew.at(-1)]).toEqual([1_000, false]);
});

it('and so it is once the clock was set back (D60)', () => {
  const screen = reporting();
  screen.seconds(5);
  vi.setSystemTime(Date.now() - 600_000);
  screen.seconds(1);
  expect([screen.heardMs(), screen.anew.at(-1)]).toEqual([0, true]);
});
