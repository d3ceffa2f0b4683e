import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hourStart, localDay, localTime } from './local-time.ts';
import { isTimeZone, usualTimeZone, zoneOf } from './time-zones.ts';

describe('the nights when clocks change, whatever the computer’s own zone is (D59)', () => {
  it.each([
    ['Europe/London', '2026-03-29T00:59:59Z', '2026-03-29T00:59:59+00:00'],
    ['Europe/London', '2026-03-29T01:00:00Z', '2026-03-29T02:00:00+01:00'],
    ['Europe/London', '2026-10-25T00:30:00Z', '2026-10-25T01:30:00+01:00'],
    ['Europe/London', '2026-10-25T01:30:00Z', '2026-10-25T01:30:00+00:00'],
    ['Europe/Madrid', '2026-10-25T00:30:00Z', '2026-10-25T02:30:00+02:00'],
    ['Europe/Madrid', '2026-10-25T01:30:00Z', '2026-10-25T02:30:00+01:00'],
    ['Atlantic/Canary', '2026-03-29T01:00:00Z', '2026-03-29T02:00:00+01:00'],
    ['America/St_Johns', '2026-11-01T04:29:00Z', '2026-11-01T01:59:00-02:30'],
    ['America/St_Johns', '2026-11-01T04:30:00Z', '2026-11-01T01:00:00-03:30'],
    ['Pacific/Auckland', '2026-06-30T23:30:00Z', '2026-07-01T11:30:00+12:00'],
  ])('in %s %s is %s', (zone, time, local) => {
    expect(localTime(time, zone)).toBe(local);
    expect(localDay(time, zone)).toBe(local.slice(0, 10));
    expect(Date.parse(local)).toBe(Date.parse(time));
  });

  it.each([
    ['Europe/London', '2026-10-25T00:50:00Z', '2026-10-25T00:00:00Z'],
    ['Europe/London', '2026-10-25T01:50:00Z', '2026-10-25T01:00:00Z'],
    ['Europe/London', '2026-03-29T01:10:00Z', '2026-03-29T01:00:00Z'],
    ['Asia/Kolkata', '2026-06-01T12:45:00Z', '2026-06-01T12:30:00Z'],
    // Clocks go back by half an hour, from 02:00 to 01:30.
    ['Australia/Lord_Howe', '2026-04-04T15:20:00Z', '2026-04-04T15:00:00Z'],
    ['Australia/Lord_Howe', '2026-04-04T14:50:00Z', '2026-04-04T14:00:00Z'],
  ])('in %s the hour of %s begins at %s', (zone, time, start) => {
    expect(new Date(hourStart(time, zone)).toISOString()).toBe(new Date(start).toISOString());
  });

  it('any time of any zone is the same moment in words, in an hour that began at most an hour before', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'));
    const times = fc.date({
      min: new Date('2000-01-01'),
      max: new Date('2040-01-01'),
      noInvalidDate: true,
    });
    fc.assert(
      fc.property(zones, times, (zone, time) => {
        const at = time.getTime();
        expect(Date.parse(localTime(at, zone))).toBe(Math.floor(at / 1000) * 1000);
        const start = hourStart(at, zone);
        expect(start).toBeLessThanOrEqual(at);
        expect(at - start).toBeLessThan(3_600_000);
        expect(hourStart(start, zone)).toBe(start);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a time zone', () => {
  it.each(['Europe/London', 'America/Argentina/Buenos_Aires', 'UTC'])('%s is one', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });
  it.each(['', 'Europe/Lundon', '+01:00', '-0300', 'GMT+1', 'London', "Europe/London'; --"])(
    '“%s” is none',
    (name) => {
      expect(isTimeZone(name)).toBe(false);
    },
  );
  it('of an outlet that has none is London’s', () => {
    expect([zoneOf(null), zoneOf({}), zoneOf({ timeZone: 'Europe/Paris' })]).toEqual([
      usualTimeZone,
      usualTimeZone,
      'Europe/Paris',
    ]);
  });
});
