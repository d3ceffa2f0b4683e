import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { serverClock } from './server-clock.ts';

const computer = vi.hoisted(() => ({ runsForS: 1_000 }));
vi.mock(import('node:os'), async (original) => ({ ...(await original()), uptime: () => computer.runsForS }));

const HOUR = 3_600_000;
const TOLD = Date.parse('2026-03-01T12:00:00Z');
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('is the computer’s own until the server’s time is known, and then counts on from that', () => {
  const clock = serverClock();
  expect([clock.now(), clock.notBefore()]).toEqual([Date.now(), null]);
  clock.correct(TOLD);
  vi.advanceTimersByTime(1_500);
  expect([clock.now(), clock.notBefore()]).toEqual([TOLD + 1_500, TOLD + 1_500]);
});

it('counts the time in which the computer slept, while its monotonic clock stood still', () => {
  const clock = serverClock();
  clock.correct(TOLD);
  computer.runsForS += 3_600;
  expect([clock.now(), clock.notBefore()]).toEqual([TOLD + HOUR, TOLD]);
});

it.each([3, -3])('does not follow the computer’s clock, which is put %i hours ahead', (hours) => {
  const clock = serverClock();
  clock.correct(TOLD);
  vi.setSystemTime(Date.now() + hours * HOUR);
  expect(clock.now()).toBe(TOLD);
});
