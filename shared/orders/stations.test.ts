import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Station } from '../api/stations.ts';
import { goesInCircle } from '../base/fallbacks.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { linesToMake } from './all-day.ts';
import { statusByItems } from './machine.ts';
import {
  handedOver,
  movedAt,
  progressOf,
  shareOf,
  shownStations,
  stationsOf,
  stepAt,
  withLines,
} from './stations.ts';

const station = (id: string, categories: string[], fallback: string | null = null): Station => ({
  id,
  name: id,
  categories,
  fallback,
});
const kitchen = station('kitchen', ['mains'], 'bar');
const bar = station('bar', ['drinks']);
const cellar = station('cellar', ['wine'], 'bar');
const all = [kitchen, bar, cellar];
const lines = [
  { id: 'pie', categoryId: 'mains' },
  { id: 'beer', categoryId: 'drinks' },
  { id: 'bread', categoryId: 'sides' },
  { id: 'old' },
];
const idsAt = (id: string, lapsed: string[] = []) =>
  shareOf(lines, id, all, new Set(lapsed)).here.map(({ line, insteadOf }) =>
    insteadOf ? `${line.id} of ${insteadOf.id}` : line.id,
  );

it('a line is made where its category is listed, and what is listed nowhere everywhere (D60)', () => {
  expect(idsAt('kitchen')).toEqual(['pie', 'bread', 'old']);
  expect(idsAt('bar')).toEqual(['beer', 'bread', 'old']);
  expect(shareOf(lines, 'bar', all, new Set()).elsewhere).toEqual([{ line: lines[0], at: [kitchen] }]);
});

it('a station that lapsed hands its lines along its fallbacks, with a mark (D60)', () => {
  expect(idsAt('bar', ['kitchen'])).toEqual(['pie of kitchen', 'beer', 'bread', 'old']);
  expect(idsAt('kitchen', ['bar'])).toEqual(['pie', 'beer of bar', 'bread', 'old']);
  expect(idsAt('cellar', ['kitchen', 'bar'])).toEqual(['pie of kitchen', 'beer of bar', 'bread', 'old']);
  expect(idsAt('kitchen', ['kitchen', 'bar', 'cellar'])).toEqual(['pie', 'beer of bar', 'bread', 'old']);
});

it('where all stations are shown, a line says who makes it instead of its own (D60)', () => {
  const lapsed = (...ids: string[]) =>
    lines.map((line) => {
      const handed = handedOver(line, all, new Set(ids));
      return handed && `${handed.from.id} to ${handed.to.map(({ id }) => id).join(' and ')}`;
    });
  expect(lapsed()).toEqual([null, null, null, null]);
  expect(lapsed('kitchen')).toEqual(['kitchen to bar', null, null, null]);
  expect(lapsed('bar')).toEqual([null, 'bar to kitchen and cellar', null, null]);
  expect(lapsed('kitchen', 'bar', 'cellar')).toEqual([null, null, null, null]);
});

it('a screen has the lines of its station, of those that it stands in for, or of all that make one (D60)', () => {
  const shown = (of: string[], station: string | null, ...lapsed: string[]) =>
    shownStations(
      lines.filter(({ id }) => of.includes(id)),
      station,
      all,
      new Set(lapsed),
    ).map(({ id }) => id);
  expect(shown(['pie', 'beer'], null)).toEqual(['kitchen', 'bar']);
  expect(shown(['pie', 'beer'], 'bar')).toEqual(['bar']);
  expect(shown(['pie', 'beer'], 'bar', 'kitchen')).toEqual(['kitchen', 'bar']);
  expect(shown(['pie', 'beer'], 'kitchen', 'kitchen')).toEqual(['kitchen']);
  expect(shown(['bread'], 'bar')).toEqual(['bar']);
  expect(shown(['pie'], 'cellar')).toEqual([]);
});

it('stations that hand over to each other in a circle are known as such (D60)', () => {
  const pass = station('pass', [], 'kitchen');
  expect([kitchen, pass].map(({ id }) => goesInCircle([kitchen, pass, bar], id))).toEqual([false, false]);
  const turned = { ...bar, fallback: 'pass' };
  expect(goesInCircle([kitchen, pass, turned], 'bar')).toBe(true);
  expect(goesInCircle([station('own', [], 'own')], 'own')).toBe(true);
});

it('an order with some of its lines keeps its money and has their progress alone (D60)', () => {
  const order = sampleOrder({
    status: 'deliver_working',
    itemStatus: [
      { id: 'line-1', status: 'ready' },
      { id: 'line-2', status: 'waiting' },
    ],
  });
  const here = withLines(order, [{ id: 'line-1' }]);
  expect([here.amount, here.items.length, here.itemStatus]).toEqual([
    order.amount,
    1,
    [{ id: 'line-1', status: 'ready' }],
  ]);
  expect(linesToMake(here)).toEqual([]);
  expect(withLines(order, order.items)).toBe(order);
});

const CASES = 10_000;
/** A random menu's categories, stations that list some of them, and an order of some that may be on no menu any more. */
const cases = fc
  .record({
    lists: fc.array(fc.array(fc.integer({ min: 0, max: 8 }), { maxLength: 4 }), {
      minLength: 1,
      maxLength: 6,
    }),
    fallbacks: fc.array(fc.option(fc.integer({ min: 0, max: 5 })), { minLength: 6, maxLength: 6 }),
    ordered: fc.array(fc.option(fc.integer({ min: 0, max: 10 })), { minLength: 1, maxLength: 8 }),
    lapsed: fc.array(fc.boolean(), { minLength: 6, maxLength: 6 }),
  })
  .map(({ lists, fallbacks, ordered, lapsed }) => {
    const stations = lists.map((categories, at) => {
      const to = fallbacks[at] ?? null;
      return station(`s${at}`, categories.map(String), to === null ? null : `s${to}`);
    });
    return {
      stations,
      lines: ordered.map((category, at) => ({
        id: `l${at}`,
        ...(category !== null && { categoryId: String(category) }),
      })),
      lapsed: new Set(stations.filter((_, at) => lapsed[at]).map(({ id }) => id)),
    };
  });

type Case = typeof cases extends fc.Arbitrary<infer C> ? C : never;

/** What is wrong with how an order's lines are shared out, worked out apart from the product. */
function faults({ stations, lines: ordered, lapsed }: Case): string[] {
  const shares = stations.map(({ id }) => ({ id, ...shareOf(ordered, id, stations, lapsed) }));
  return ordered.flatMap((line) => {
    const at = shares.filter(({ here }) => here.some((one) => one.line === line));
    const own = stationsOf(line, stations).map(({ id }) => id);
    const isAt = (id: string) => at.some((share) => share.id === id);
    const marks = at.flatMap(({ id, here }) =>
      here.map((one) => ({ id, ...one })).filter((one) => one.line === line),
    );
    return [
      !at.some(({ id }) => !lapsed.has(id)) && lapsed.size < stations.length && 'on no live station',
      at.length === 0 && 'nowhere',
      own.some((id) => !lapsed.has(id) && !isAt(id)) && 'not where it is made',
      marks.some(({ id, insteadOf }) => (insteadOf === null) !== own.includes(id)) && 'wrongly marked',
      marks.some(({ insteadOf }) => insteadOf && !(own.includes(insteadOf.id) && lapsed.has(insteadOf.id))) &&
        'instead of one that works',
      shares.some(({ id, elsewhere }) => elsewhere.some((one) => one.line === line) === isAt(id)) &&
        'both here and elsewhere, or neither',
      shares.some(({ elsewhere }) =>
        elsewhere.some((one) => one.line === line && !one.at.every(({ id }) => isAt(id))),
      ) && 'said to be where it is not',
    ].filter((fault) => fault !== false);
  });
}

it(`${CASES} random menus, stations, lapses and orders leave no line on no live station (D60)`, () => {
  fc.assert(
    fc.property(cases, (one) => {
      expect(faults(one)).toEqual([]);
    }),
    { numRuns: CASES },
  );
});

const placed = (...statuses: ('waiting' | 'working' | 'ready' | 'complete')[]) => {
  const [one, other] = sampleOrder().items;
  if (!one || !other) throw new Error('The sample has two lines.');
  const itemStatus = [one, other].map(({ id }, at) => ({ id, status: statuses[at] ?? 'waiting' }));
  return sampleOrder({
    note: null,
    status: statusByItems(itemStatus),
    items: [
      { ...one, categoryId: 'mains' },
      { ...other, categoryId: 'drinks' },
    ],
    itemStatus,
  });
};

it('a station’s next step is of its own lines, then of the whole once all stations are ready (D60)', () => {
  const stepOf = (order: ReturnType<typeof placed>) => {
    const here = withLines(order, order.items.slice(0, 1));
    return [stepAt(order, here)?.label ?? null, movedAt(here)];
  };
  expect(stepOf(placed('waiting', 'ready'))).toEqual(['Start', { items: ['line-1'], status: 'working' }]);
  expect(stepOf(placed('working', 'waiting'))).toEqual(['Ready', { items: ['line-1'], status: 'ready' }]);
  expect(stepOf(placed('ready', 'working'))[0]).toBe(null);
  expect(stepOf(placed('ready', 'ready'))[0]).toBe('Delivered');
  expect(stepOf(placed('complete', 'ready'))[0]).toBe('Delivered');
  expect(stepOf(placed('complete', 'complete'))[0]).toBe('Close Order');
  expect(progressOf(placed('ready', 'working'), all)).toEqual([
    { station: kitchen, made: 1, of: 1 },
    { station: bar, made: 0, of: 1 },
  ]);
});
