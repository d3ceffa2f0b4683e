// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { fakePlatform } from '../../../tests/support/components/fake-platform.ts';
import { apiSlice } from '../../api/api-slice.ts';
import { readOutlet } from '../../api/read-outlet.ts';
import { feedOpened, ordersSlice } from '../../state/orders-slice.ts';
import { makeStore, type Services } from '../../state/store.ts';
import { feedOptions } from './feed-options.ts';

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
