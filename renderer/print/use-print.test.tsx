// @vitest-environment happy-dom
import { screen } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import type { PrintRequest } from '#shared/print/jobs.ts';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { show } from '../../tests/support/components/show.tsx';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { apiSlice } from '../api/api-slice.ts';
import { readOutlet } from '../api/read-outlet.ts';
import { feedOpened } from '../state/orders-slice.ts';
import { usePrintTicket } from './use-print.ts';

function Print({ order }: { order: Order }) {
  const print = usePrintTicket();
  return <button onClick={() => print(order)}>Print</button>;
}

it('a ticket by hand is split by the stations of the order’s own outlet, whichever board it stands on (D62)', async () => {
  const requests: PrintRequest[] = [];
  const printers = ['kitchen', 'bar'].map((id, at) => samplePrinter(9_100 + at, { id, stationIds: [id] }));
  const platform = fakePlatform({
    printing: () => ({ settings: { ...noPrintSettings, printers }, printers: [], jobs: new Map() }),
    print: async (request) => {
      requests.push(request);
      return { kind: 'queued' };
    },
  });
  const [burger, coffee] = sampleOrder().items;
  if (!burger || !coffee) throw new Error('The sample has two lines');
  const order = sampleOrder({
    outletId: 'quay',
    items: [
      { ...burger, categoryId: 'Food' },
      { ...coffee, categoryId: 'Drinks' },
    ],
  });
  const { user, store } = show(<Print order={order} />, platform);
  const outlets = ['harbour', 'quay'].map((outletId) => ({ outletId, outletName: outletId, trading: true }));
  store.dispatch(feedOpened(outlets));
  const list = [
    { id: 'kitchen', name: 'Kitchen', categories: ['Food'], fallback: null },
    { id: 'bar', name: 'Bar', categories: ['Drinks'], fallback: null },
  ];
  const outlet = readOutlet({ id: 'quay', stations: { version: 1, list } });
  const dispatch: (action: unknown) => unknown = store.dispatch;
  await dispatch(apiSlice.util.upsertQueryData('outlet', 'quay', outlet));
  await user.click(screen.getByRole('button', { name: 'Print' }));
  await vi.waitFor(() => expect(requests).toHaveLength(2));
  const [food, drinks] = requests.map(({ printerId, document }) => ({
    printerId,
    text: JSON.stringify(document),
  }));
  expect([food?.printerId, drinks?.printerId]).toEqual(['kitchen', 'bar']);
  expect(food?.text).toMatch(/"Kitchen".*Ferry burger/);
  expect(drinks?.text).toMatch(/"Bar".*Café crème/);
});

it.each([
  ['to be printed', null],
  ['waits: Offline', 'Offline'],
])('a ticket by hand of which nothing was sent yet says “%s”', async (words, problem) => {
  const printers = [samplePrinter(9_100, { id: 'kitchen' }), samplePrinter(9_101, { id: 'other' })];
  const [kitchen, other] = printers;
  if (!kitchen || !other) throw new Error('There are two printers');
  other.documents.ticket.when = 'never';
  const states = [
    { printerId: 'other', problem: 'Out of paper' },
    { printerId: 'kitchen', problem },
  ];
  const platform = fakePlatform({
    printing: () => ({ settings: { ...noPrintSettings, printers }, printers: states, jobs: new Map() }),
    print: async () => ({ kind: 'queued' }),
  });
  const { user } = show(<Print order={sampleOrder({ orderNumber: 12 })} />, platform);
  await user.click(screen.getByRole('button', { name: 'Print' }));
  expect(await screen.findByText(new RegExp(`^Order 12,.*: ${words}$`))).toBeTruthy();
});
