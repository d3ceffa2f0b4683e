// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import type { Account } from '#shared/api/accounts.ts';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { apiSlice } from '../api/api-slice.ts';
import { feedOpened, ordersSlice } from './orders-slice.ts';
import { signedIn } from './session-slice.ts';
import { makeStore } from './store.ts';

const account = { id: 'account', accountStatus: { value: 'verified' } } as Account;
const ferry = { outletId: 'ferry', outletName: 'The Old Ferry', trading: true };

/** A screen that watches outlets, a trading one if none are given, at a host that tells of sign-outs with `tell`. */
function watchingScreen(feeds = [ferry]) {
  let tell: (by: 'person' | 'server') => void = () => undefined;
  const { store, services } = makeStore(
    fakePlatform({
      refreshSession: async () => ({ kind: 'signed-out' }),
      onSignedOut(listener) {
        tell = listener;
        return () => undefined;
      },
    }),
  );
  services.addApi(apiSlice, ordersSlice);
  services.client.accessToken = 'ended';
  store.dispatch(signedIn({ account, kept: 'kept' }));
  store.dispatch(feedOpened(feeds));
  return { store, services, tell };
}

it('what is no longer heard stays known, however often it is learned that the server ended the session', async () => {
  const { store, services, tell } = watchingScreen();
  await services.client.refresh('ended');
  const { session } = store.getState();
  expect(session).toMatchObject({ status: 'signed-out', ended: { outletName: 'The Old Ferry' } });
  // A call that was on its way, and another tab.
  await services.client.refresh('ended');
  expect(store.getState().session).toEqual(session);
  tell('server');
  expect(store.getState().session).toEqual(session);
});

it('a screen that watched nothing, or a closed outlet, knows when the server ended its session, and expects no orders', () => {
  for (const feeds of [[], [{ ...ferry, trading: false }]]) {
    const { store, tell } = watchingScreen(feeds);
    tell('server');
    expect(store.getState().session).toEqual({
      status: 'signed-out',
      ended: { outletId: null, outletName: '', since: expect.any(String) },
    });
  }
});

it('a person who signs out expects no orders', () => {
  const { store, tell } = watchingScreen();
  tell('person');
  expect(store.getState().session).toEqual({ status: 'signed-out', ended: null });
});
