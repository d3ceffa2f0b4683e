import { expect, it } from 'vitest';
import { lapsesOf, type StationScreen } from './lapses.ts';

const stations = [{ id: 'kitchen' }, { id: 'bar' }];
const at = (minute: number) => new Date(Date.UTC(2026, 10, 23, 19, minute));
const screen = (shows: string | null, of: Partial<StationScreen> = {}): StationScreen => ({
  shows,
  shownSince: at(0),
  prints: {},
  goneAt: null,
  ...of,
});
const lapses = (...screens: StationScreen[]) => lapsesOf(stations, screens);
const lapse = (stationId: string, why: string, minute: number, prints = false) => ({
  stationId,
  why,
  prints,
  since: at(minute).toISOString(),
});
const gone = { goneAt: at(42) };

it('an outlet that has only just set its stations up loses no line: a screen that shows all has them all (D60)', () => {
  expect(lapses()).toEqual([]);
  expect(lapses(screen(null))).toEqual([]);
  expect(lapses(screen(null), screen('kitchen'))).toEqual([]);
});

it('a station that no screen shows hands over, though none ever showed it (D60)', () => {
  expect(lapses(screen('kitchen', { shownSince: at(5) }))).toEqual([lapse('bar', 'unwatched', 5)]);
  // Its own printer goes on.
  expect(lapses(screen('kitchen', { prints: { bar: null } }))).toEqual([lapse('bar', 'unwatched', 0, true)]);
});

it('a station that had screens hands over once none of them is heard, also beside one that shows all (D60)', () => {
  expect(lapses(screen('bar'), screen('kitchen', gone))).toEqual([lapse('kitchen', 'silent', 42)]);
  expect(lapses(screen(null), screen('kitchen', gone))).toEqual([lapse('kitchen', 'silent', 42)]);
  expect(lapses(screen('bar'), screen('kitchen', gone), screen('kitchen'))).toEqual([]);
  // Nobody is heard: there is nobody to hand over to, and nobody who could read of it.
  expect(lapses(screen('bar', gone), screen('kitchen', gone))).toEqual([]);
});

it('a station that has printers hands over once none of them can print, or their till is not heard (D60)', () => {
  const since = at(40).toISOString();
  const out = { prints: { kitchen: since } };
  expect(lapses(screen(null, out))).toEqual([lapse('kitchen', 'printer', 40)]);
  expect(lapses(screen(null, out), screen(null, { prints: { kitchen: null } }))).toEqual([]);
  const off = screen(null, { prints: { kitchen: null }, ...gone });
  expect(lapses(screen(null), off)).toEqual([lapse('kitchen', 'printer', 42)]);
  expect(lapses(screen(null), screen(null, { ...out, ...gone }))).toEqual([lapse('kitchen', 'printer', 40)]);
});
