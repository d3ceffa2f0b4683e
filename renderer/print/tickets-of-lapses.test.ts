// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import type { Printing } from '#shared/host/printing.ts';
import type { DuePrint } from '#shared/print/jobs.ts';
import { duePrint } from '#shared/print/schemas.ts';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { apiSlice } from '../api/api-slice.ts';
import { readOutlet } from '../api/read-outlet.ts';
import type { LiveFeed } from '../state/feed.ts';
import { feedOpened, lapsesRead, listRead, ordersSlice } from '../state/orders-slice.ts';
import { makeStore } from '../state/store.ts';
import { printByItself } from './print-by-itself.ts';

const list = [
  { id: 'kitchen', name: 'Kitchen', categories: ['mains'], fallback: 'bar' },
  { id: 'bar', name: 'Bar', categories: ['drinks'], fallback: null },
];
const printer = {
  documents: { ticket: { when: 'arrival' }, receipt: { when: 'never' }, report: { when: 'never' } },
};
const pie = {
  id: 'pie',
  name: 'Pie',
  quantity: 1,
  cost: pence(500),
  modifications: [],
  categoryId: 'mains',
};
const lapse = { stationId: 'kitchen', why: 'silent', prints: false } as const;
const agoIso = (ms: number) => new Date(Date.now() - ms).toISOString();

/** The page of a till that prints a station's tickets, and what it tells its host of them. */
async function tillOf(stationId: string, availability = 'open') {
  const told: DuePrint[] = [];
  const settings = { printers: [{ ...printer, id: 'own', stationIds: [stationId] }] };
  const { store, services } = makeStore(
    fakePlatform({
      printing: () => ({ settings, printers: [], jobs: new Map() }) as unknown as Printing,
      printByItself: async (due) => void told.push(duePrint.parse(due)),
    }),
  );
  services.addApi(apiSlice, ordersSlice);
  const trading = availability === 'open';
  store.dispatch(feedOpened([{ outletId: 'Ferry', outletName: 'The Ferry', trading }]));
  const dispatch: (action: unknown) => unknown = store.dispatch;
  const outlet = readOutlet({ id: 'Ferry', availability, stations: { version: 1, list } });
  await dispatch(apiSlice.util.upsertQueryData('outlet', 'Ferry', outlet));
  printByItself(store, services);
  return {
    heardFor(heardMs: number | null) {
      services.feed.current = { heardMs: () => heardMs } as unknown as LiveFeed;
    },
    lapses: (since: string, anew: boolean) =>
      store.dispatch(lapsesRead({ outletId: 'Ferry', lapses: [{ ...lapse, since }], anew })),
    /** An order for the kitchen that came so long ago is the list; what is told of it. */
    order(id: string, ageMs: number, placedAgoMs = ageMs) {
      const before = told.length;
      const asked = placedAgoMs > ageMs && { cameAt: agoIso(ageMs) };
      const createdAt = agoIso(placedAgoMs);
      const order = sampleOrder({ id, outletId: 'Ferry', items: [pie], createdAt, ...asked });
      store.dispatch(listRead('Ferry', [order]));
      return told.slice(before).map(({ handedFrom, waited = false }) => [handedFrom ?? 'own', waited]);
    },
    told,
  };
}

it.each([
  ['before the server heard this screen again', null, 1_500, true],
  ['just before that', 300, 1_500, true],
  ['just after it, while the fallback may not know yet', 2_000, 0, true],
  ['later', 3_000, 0, false],
  ['later, and is told of late', 60_000, 20_000, false],
])(
  'a station’s own ticket of an order that came %s says that it may be out twice, or not (D60)',
  async (_when, heardMs, ageMs, waited) => {
    const till = await tillOf('kitchen');
    till.heardFor(heardMs);
    expect(till.order('1', ageMs)).toEqual([['own', waited]]);
  },
);

it('an order counts as come once its customer’s bank has agreed, and not when it was placed (D60)', async () => {
  const till = await tillOf('bar');
  till.heardFor(600_000);
  till.lapses(agoIso(20_000), true);
  expect(till.order('1', 0, 40_000)).toEqual([['kitchen', false]]);
  expect(till.told[0]?.ageMs, 'it is not told of late').toBeLessThan(3_000);
  const own = await tillOf('kitchen');
  own.heardFor(20_000);
  expect(own.order('1', 0, 40_000)).toEqual([['own', false]]);
});

it('of an outlet that is closed nothing is reported, and none of its tickets is handed over (D60)', async () => {
  const till = await tillOf('kitchen', 'closed');
  till.heardFor(null);
  expect(till.order('1', 1_500)).toEqual([['own', false]]);
});

it('lapses from before a cut hand nothing over; those that are read after it do, though they are the same (D60)', async () => {
  const till = await tillOf('bar');
  const since = agoIso(60_000);
  till.heardFor(600_000);
  till.lapses(since, true);
  expect(till.order('1', 0)).toEqual([['kitchen', false]]);
  till.heardFor(null);
  expect(till.order('2', 10_000)).toEqual([]);
  till.heardFor(0);
  till.lapses(since, true);
  expect(till.told.slice(1).map(({ subject, handedFrom, waited }) => [subject, handedFrom, waited])).toEqual([
    ['2', 'kitchen', true],
  ]);
});
