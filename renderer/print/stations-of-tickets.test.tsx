// @vitest-environment happy-dom
import { act, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { Printing } from '#shared/host/printing.ts';
import { duePrint, printRequest } from '#shared/print/schemas.ts';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { showOrder } from '../../tests/support/components/show.tsx';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { apiSlice } from '../api/api-slice.ts';
import { readOutlet } from '../api/read-outlet.ts';
import { PrintButtons } from './print-buttons.tsx';
import { printByItself } from './print-by-itself.ts';

const station = (id: string) => ({ id, name: id, categories: [], fallback: null });
const printer = (id: string, stationIds?: string[]) => ({
  id,
  documents: { ticket: { when: 'arrival' }, receipt: { when: 'never' }, report: { when: 'never' } },
  ...(stationIds && { stationIds }),
});
const order = sampleOrder();
const settings = { printers: [printer('pass', ['kitchen', 'gone']), printer('office')] };
const printing = { settings, printers: [], jobs: new Map() } as unknown as Printing;

/** The stations of each request, which must be one that the till accepts, by its printer. */
const stationsOf = (requests: readonly { printerId?: string; stationIds?: string[] }[]) =>
  requests.map(({ printerId, stationIds }) => [printerId, stationIds]);
const expected = [
  ['pass', ['kitchen']],
  ['office', undefined],
];

it('a page says of each ticket which stations it is of, by itself and by hand (D60)', async () => {
  const told: unknown[] = [];
  const asked: unknown[] = [];
  const platform = fakePlatform({
    printing: () => printing,
    printByItself: async (due) => void told.push(due),
    async print(request) {
      asked.push(request);
      return { kind: 'queued' };
    },
  });
  const { user, store, services } = await showOrder(order, (now) => <PrintButtons order={now} />, platform);
  const outlet = readOutlet({
    id: order.outletId,
    stations: { version: 1, list: ['kitchen', 'bar'].map(station) },
  });
  const dispatch: (action: unknown) => unknown = store.dispatch;
  await act(() => dispatch(apiSlice.util.upsertQueryData('outlet', order.outletId, outlet)));

  printByItself(store, services)();
  await user.click(screen.getByRole('button', { name: 'Print ticket' }));
  expect({
    byItself: stationsOf(told.map((due) => duePrint.parse(due))),
    byHand: stationsOf(asked.map((request) => printRequest.parse(request))),
  }).toEqual({ byItself: expected, byHand: expected });
});
