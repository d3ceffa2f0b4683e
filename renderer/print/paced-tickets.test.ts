// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pence } from '#shared/base/money.ts';
import type { Printing } from '#shared/host/printing.ts';
import { callLimit } from '../../main/security/call-limit.ts';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { apiSlice } from '../api/api-slice.ts';
import { readOutlet } from '../api/read-outlet.ts';
import { feedOpened, listRead, ordersSlice } from '../state/orders-slice.ts';
import { makeStore } from '../state/store.ts';
import { printByItself } from './print-by-itself.ts';

const ORDERS = 1_500;
const stations = ['kitchen', 'bar', 'grill'];
const list = stations.map((id) => ({ id, name: id, categories: [id], fallback: null }));
const documents = { ticket: { when: 'arrival' }, receipt: { when: 'never' }, report: { when: 'never' } };
const printers = stations.map((id) => ({ id, documents, stationIds: [id] }));
const outlet = readOutlet({ id: 'Ferry', availability: 'open', stations: { version: 1, list } });
const items = stations.map((id) => ({
  id,
  name: id,
  quantity: 1,
  cost: pence(500),
  modifications: [],
  categoryId: id,
}));
const board = Array.from({ length: ORDERS }, (_, n) => sampleOrder({ id: `${n}`, outletId: 'Ferry', items }));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A page of a till with three printers and a full board, and what ends it. */
async function page(takes: (ticket: string) => Promise<void>): Promise<() => void> {
  const { store, services } = makeStore(
    fakePlatform({
      printing: () => ({ settings: { printers }, printers: [], jobs: new Map() }) as unknown as Printing,
      printByItself: ({ subject, printerId }) => takes(`${subject} ${printerId}`),
    }),
  );
  services.addApi(apiSlice, ordersSlice);
  store.dispatch(feedOpened([{ outletId: 'Ferry', outletName: 'The Ferry', trading: true }]));
  const dispatch: (action: unknown) => unknown = store.dispatch;
  await dispatch(apiSlice.util.upsertQueryData('outlet', 'Ferry', outlet));
  const end = printByItself(store, services);
  store.dispatch(listRead('Ferry', board));
  return end;
}

it('tells of each ticket of a full board with three printers, at a pace at which the till refuses none', async () => {
  const mayCall = callLimit();
  const taken: string[] = [];
  let refused = 0;
  const takes = async (ticket: string) => {
    if (mayCall('printByItself')) taken.push(ticket);
    else refused += 1;
  };
  for (let reload = 0; reload < 2; reload += 1) (await page(takes))();
  taken.length = 0;
  const end = await page(takes);
  vi.advanceTimersByTime(30_000);
  end();
  expect(refused).toBe(0);
  expect(taken).toHaveLength(3 * ORDERS);
  expect(new Set(taken).size).toBe(3 * ORDERS);
});

it('tells again of what was not taken: two pages with a full board each, of which the till takes less', async () => {
  const mayCall = callLimit();
  let refused = 0;
  const started = [[], []].map((taken: string[]) => ({
    taken,
    end: page(async (ticket) => {
      if (mayCall('printByItself')) return void taken.push(ticket);
      refused += 1;
      throw new Error('Called too often');
    }),
  }));
  const ends = await Promise.all(started.map(({ end }) => end));
  await vi.advanceTimersByTimeAsync(30_000);
  ends.forEach((end) => end());
  expect(refused).toBeGreaterThan(0);
  for (const { taken } of started) {
    expect(taken).toHaveLength(3 * ORDERS);
    expect(new Set(taken).size).toBe(3 * ORDERS);
  }
});
