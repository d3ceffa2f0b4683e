// @vitest-environment happy-dom
import { expect, it, onTestFinished, vi } from 'vitest';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { fakePlatform } from '../../../tests/support/components/fake-platform.ts';
import { samplePrinter } from '../../../tests/support/printing/print-shop.ts';
import { sampleOrder } from '../../../tests/support/samples/sample-order.ts';
import { apiSlice } from '../../api/api-slice.ts';
import { readOutlet } from '../../api/read-outlet.ts';
import { feedOpened, ordersSlice } from '../../state/orders-slice.ts';
import { makeStore, type Services } from '../../state/store.ts';
import { ticker } from '../../orders/ticker.ts';
import { printByItself } from '../../print/print-by-itself.ts';
import { feedOptions } from './feed-options.ts';
import { ringAndAnnounce } from './ring-and-announce.ts';

it('a screen without a socket proves by call that it rings, as it is when each try is sent', async () => {
  let silent: ReturnType<Services['platform']['silent']> = null;
  const { store, services } = makeStore(fakePlatform({ silent: () => silent }));
  services.addApi(apiSlice, ordersSlice);
  store.dispatch(feedOpened([{ outletId: 'Ferry', outletName: 'The Ferry', trading: true }]));
  const dispatch: (action: unknown) => unknown = store.dispatch;
  const outlet = readOutlet({ id: 'Ferry', availability: 'open', ordering: { state: 'open' } });
  await dispatch(apiSlice.util.upsertQueryData('outlet', 'Ferry', outlet));

  const proofs: unknown[] = [];
  const call = async (key: string, options: { body?: unknown }) => {
    if (key !== 'POST /sellers/outlets/:outletId/listening') return { orders: [], unreadable: [] };
    proofs.push(options.body);
    // As if the token had expired, and the sound had stopped before the call was sent again.
    silent = 'no-loudspeaker';
    proofs.push(options.body);
    return undefined;
  };
  const client = { call } as unknown as Services['client'];
  const { fetchOrders } = feedOptions(['Ferry'], store, { ...services, client });
  expect(await fetchOrders('Ferry', new AbortController().signal)).toEqual([]);
  expect(proofs).toMatchObject([{ silent: null }, { silent: 'no-loudspeaker' }]);
});

it('a ticket of the first list is as old as it is by the server’s clock, however wrong this computer’s is', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const FAST_MS = 15 * 60_000;
  const ages: number[] = [];
  const printing = {
    settings: { ...noPrintSettings, printers: [samplePrinter(0)] },
    printers: [],
    jobs: new Map(),
  };
  const platform = fakePlatform({
    printing: () => printing,
    printByItself: async ({ ageMs }) => void ages.push(ageMs),
  });
  const { store, services } = makeStore(platform);
  services.addApi(apiSlice, ordersSlice);
  const order = sampleOrder({ createdAt: new Date(Date.now() - FAST_MS).toISOString() });
  store.dispatch(feedOpened([{ outletId: order.outletId, outletName: 'The Ferry', trading: true }]));
  const ends = [ringAndAnnounce(store, services), printByItself(store, services)];
  const client = { clockAheadMs: -FAST_MS } as unknown as Services['client'];
  feedOptions([order.outletId], store, { ...services, client }).on.list(order.outletId, [order], false);
  ends.forEach((end) => end());
  ticker.correct(0);
  expect(ages).toEqual([0]);
});
