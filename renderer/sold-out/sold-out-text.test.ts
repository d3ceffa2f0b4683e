import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';

const computers = vi.hoisted(() => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Asia/Kolkata';
  return before;
});
afterAll(() => {
  if (computers === undefined) delete process.env['TZ'];
  else process.env['TZ'] = computers;
});

const { clocksOfMenu, nextAt, soldOutText } = await import('./sold-out-text.ts');

const london = 'Europe/London';
const newYork = 'America/New_York';
beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it.each([
  ['later today, in summer', '18:00', '2026-07-01T12:00:00Z', london, '2026-07-01T17:00:00.000Z'],
  ['tomorrow, if it is past', '18:00', '2026-07-01T17:00:00Z', london, '2026-07-02T17:00:00.000Z'],
  [
    'on the outlet’s day, not the computer’s',
    '23:30',
    '2026-07-01T20:00:00Z',
    london,
    '2026-07-01T22:30:00.000Z',
  ],
  ['west of it', '18:00', '2026-07-01T23:00:00Z', newYork, '2026-07-02T22:00:00.000Z'],
  ['across the night when clocks go on', '18:00', '2026-03-28T19:00:00Z', london, '2026-03-29T17:00:00.000Z'],
  ['when the clocks leave it out', '01:30', '2026-03-28T23:00:00Z', london, '2026-03-29T01:00:00.000Z'],
  ['across the night when they go back', '18:00', '2026-10-24T20:00:00Z', london, '2026-10-25T18:00:00.000Z'],
  ['the first of two', '01:30', '2026-10-25T00:00:00Z', london, '2026-10-25T00:30:00.000Z'],
  ['the second of two, between them', '01:30', '2026-10-25T00:45:00Z', london, '2026-10-25T01:30:00.000Z'],
])('the next time that the outlet’s clocks show: %s (D59)', (_when, clock, now, zone, at) => {
  vi.setSystemTime(now);
  expect(nextAt(clock, zone)).toBe(at);
});

it('until when something is sold out is told by the outlet’s clocks (D59)', () => {
  vi.setSystemTime('2026-07-01T20:00:00Z');
  expect(soldOutText('session', london)).toBe('Sold out for this session');
  // At the computer it is the next day already.
  expect(soldOutText('2026-07-01T22:30:00Z', london)).toBe('Sold out until 23:30');
  expect(soldOutText('2026-07-02T17:00:00Z', london)).toBe('Sold out until Thu 18:00');
  expect(soldOutText('2026-07-02T17:00:00Z', newYork)).toBe('Sold out until Thu 13:00');
});

it('a menu’s times are those of its outlets, or else the computer’s, which is said (D59)', () => {
  expect(clocksOfMenu([{}, { timeZone: london }])).toEqual({ zone: london, isNamed: false });
  const own = { zone: new Intl.DateTimeFormat().resolvedOptions().timeZone, isNamed: true };
  expect(clocksOfMenu([{}, { timeZone: newYork }])).toEqual(own);
  expect(clocksOfMenu([])).toEqual(own);
  expect(own.zone).toMatch(/^Asia\/(?:Kolkata|Calcutta)$/);
});
