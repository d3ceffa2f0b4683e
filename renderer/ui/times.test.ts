import { afterAll, beforeEach, afterEach, describe, expect, it, vi } from 'vitest';

const zone = vi.hoisted(() => {
  const before = process.env['TZ'];
  process.env['TZ'] = 'Europe/London';
  return before;
});
afterAll(() => {
  if (zone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = zone;
});

const { localDay, localTime } = await import('#shared/base/local-time.ts');
const { formatClock, formatDate, formatDay, formatHours, formatWhen } = await import('./times.ts');

beforeEach(() => void vi.useFakeTimers({ now: new Date('2026-11-22T12:00:00Z') }));
afterEach(() => void vi.useRealTimers());

it.each([formatClock, formatDate, formatDay, formatWhen])(
  'a time that nobody has said is a dash',
  (format) => {
    expect(format('')).toBe('–');
    expect(format('yesterday')).toBe('–');
  },
);

describe('a date', () => {
  it.each([
    ['2026-11-21T17:30:00Z', 'Sat 21 Nov, 17:30', '21 Nov'],
    ['2025-11-22T17:30:00Z', 'Sat 22 Nov 2025, 17:30', '22 Nov 2025'],
    // UTC has the new year already, and so has local time.
    ['2025-12-31T23:59:59Z', 'Wed 31 Dec 2025, 23:59', '31 Dec 2025'],
    // Summer time: half past midnight of the next day.
    ['2026-06-30T23:30:00Z', 'Wed 1 Jul, 00:30', '1 Jul'],
  ])('%s is %s: its year is told where it is not this one', (time, when, day) => {
    expect(formatWhen(time).replace(/^(...),/, '$1')).toBe(when);
    expect(formatDay(time)).toBe(day);
  });
});

describe('the nights when clocks change (D59)', () => {
  it.each([
    ['2026-03-29T00:59:59Z', '2026-03-29T00:59:59+00:00'],
    ['2026-03-29T01:00:00Z', '2026-03-29T02:00:00+01:00'],
    ['2026-10-25T00:30:00Z', '2026-10-25T01:30:00+01:00'],
    ['2026-10-25T01:30:00Z', '2026-10-25T01:30:00+00:00'],
    ['2026-06-30T23:30:00Z', '2026-07-01T00:30:00+01:00'],
  ])('%s is %s', (time, local) => {
    expect(localTime(time)).toBe(local);
    expect(localDay(time)).toBe(local.slice(0, 10));
    expect(Date.parse(local)).toBe(Date.parse(time));
  });

  it('the hour that comes twice is told apart, and one of another day is not', () => {
    const hours = ['00:00', '01:00', '02:00'].map((clock) => new Date(`2026-10-25T${clock}:00Z`));
    expect(formatHours(hours)).toEqual(['01:00 BST', '01:00 GMT', '02:00']);
    const spring = ['00:00', '01:00'].map((clock) => new Date(`2026-03-29T${clock}:00Z`));
    expect(formatHours(spring)).toEqual(['00:00', '02:00']);
    const days = ['2026-11-20T01:00:00Z', '2026-11-21T01:00:00Z'].map((time) => new Date(time));
    expect(formatHours(days)).toEqual(['01:00', '01:00']);
  });
});
