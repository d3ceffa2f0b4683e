import { expect, it } from 'vitest';
import { timeOnWall } from './time-on-wall.ts';

const at = (time: string) => Date.parse(time);

it('a time is told as the outlet’s clocks show it, with its day if that is another one', () => {
  const now = at('2026-07-03T20:00:00Z');
  expect(timeOnWall('2026-07-03T18:42:10Z', 'Europe/London', now)).toBe('19:42');
  expect(timeOnWall('2026-07-03T23:30:00Z', 'Europe/London', now)).toBe('Sat 00:30');
  expect(timeOnWall('2026-07-03T23:30:00Z', 'America/New_York', now)).toBe('19:30');
});
