// @vitest-environment happy-dom
import { expect, it } from 'vitest';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { makeStore } from './store.ts';
import { lastOutletRead } from './watched-slice.ts';
import { outletAddressed } from './outlet-addressed.ts';

const ferry = { outletId: 'ferry', outletName: 'The Old Ferry', trading: true };

function screen() {
  const { store } = makeStore(fakePlatform());
  return { store, watched: () => store.getState().watched.outlet };
}

it('an address that names another outlet takes the place of none that is watched, nor of the last one (D62)', () => {
  const { store, watched } = screen();
  store.dispatch(outletAddressed('of-somebody'));
  store.dispatch(lastOutletRead(ferry));
  expect(watched()).toEqual(ferry);
  store.dispatch(outletAddressed('of-somebody'));
  expect(watched()).toEqual(ferry);
});

it('where no outlet is watched, the one of the address is, before the server can be reached', () => {
  const { store, watched } = screen();
  store.dispatch(lastOutletRead(null));
  store.dispatch(outletAddressed('annexe'));
  expect(watched()).toEqual({ outletId: 'annexe', outletName: '', trading: null });
});
