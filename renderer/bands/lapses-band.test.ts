import { expect, it } from 'vitest';
import { lapsesText } from './lapses-band.tsx';

const stations = [
  { id: 'kitchen', name: 'Kitchen', categories: [], fallback: 'bar' },
  { id: 'bar', name: 'Bar', categories: [], fallback: null },
  { id: 'cellar', name: 'Cellar', categories: [], fallback: null },
];
const text = (...lapses: Parameters<typeof lapsesText>[0]) => lapsesText(lapses, stations, (at) => at);
const lapse = (stationId: string, why: 'silent' | 'unwatched' | 'printer') => ({
  stationId,
  why,
  prints: false,
  since: '19:42',
});

it('says why a station hands over, where its lines are, and since when (D60)', () => {
  expect(text(lapse('kitchen', 'silent'))).toBe(
    'Kitchen is not answering: its lines are on Bar since 19:42.',
  );
  expect(text(lapse('bar', 'printer'))).toBe(
    'The printer of Bar does not print: its lines are on Kitchen and Cellar since 19:42.',
  );
  expect(text(lapse('kitchen', 'unwatched'), lapse('bar', 'silent'))).toBe(
    'No screen shows Kitchen: its lines are on Cellar since 19:42. Bar is not answering: its lines are on Cellar since 19:42.',
  );
});

it('says so where no station is left, and nothing of stations that are gone (D60)', () => {
  const all = stations.map(({ id }) => lapse(id, 'silent'));
  expect(text(...all)).toContain('Bar is not answering, since 19:42; no other station can take its lines.');
  expect(text(lapse('garden', 'silent'))).toBe('');
});
