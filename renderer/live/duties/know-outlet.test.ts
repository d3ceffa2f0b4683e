// @vitest-environment happy-dom
import { expect, it, vi } from 'vitest';
import type { RememberedOutlet } from '#shared/host/session.ts';
import { fakePlatform } from '../../../tests/support/components/fake-platform.ts';
import { apiSlice } from '../../api/api-slice.ts';
import { Client } from '../../api/client.ts';
import { CallFailed, readFailure } from '../../api/failure.ts';
import { feedOpened, ordersSlice } from '../../state/orders-slice.ts';
import { outletQuery } from '../../state/queries.ts';
import { makeStore } from '../../state/store.ts';
import { outletOpened } from '../../state/watched-slice.ts';
import { knowOutlets } from './know-outlet.ts';

/** A screen that watches an outlet of which the server answers so. */
async function watchedAfter(status: number, body: unknown) {
  const remembered: (RememberedOutlet | null)[] = [];
  const platform = fakePlatform({ rememberOutlet: (outlet) => void remembered.push(outlet) });
  const { store, services } = makeStore(platform);
  services.addApi(apiSlice, ordersSlice);
  const call = vi
    .spyOn(Client.prototype, 'call')
    .mockRejectedValue(new CallFailed(readFailure(status, body)));
  store.dispatch(outletOpened('Ferry'));
  store.dispatch(feedOpened([{ outletId: 'Ferry', outletName: 'The Ferry', trading: true }]));
  const end = knowOutlets(store, services);
  await vi.waitFor(() => expect(call.mock.results.length).toBeGreaterThan(0));
  await vi.waitFor(() => expect(outletQuery('Ferry')(store.getState()).error).toBeDefined());
  end();
  call.mockRestore();
  return { watched: store.getState().watched.outlet?.outletId, remembered };
}

it('an outlet that the server says is not there is forgotten, also for the next start (D32)', async () => {
  const gone = { error: { code: 'NOT_FOUND', message: 'Not found.' } };
  expect(await watchedAfter(404, gone)).toEqual({ watched: undefined, remembered: [null] });
});

it.each([['404 page not found'], ['<html><h1>404 Not Found</h1></html>'], [undefined]])(
  'a proxy that answers 404 while the server is replaced lets no screen forget its outlet: %j (D32)',
  async (page) => {
    expect(await watchedAfter(404, page)).toEqual({ watched: 'Ferry', remembered: [] });
  },
);
