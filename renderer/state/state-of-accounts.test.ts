// @vitest-environment happy-dom
import { beforeEach, describe, expect, it } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { readAccount } from '#shared/api/read-account.ts';
import { fakePlatform } from '../../tests/support/components/fake-platform.ts';
import { refundSent, selectUnanswered } from './refunds-slice.ts';
import { signedIn, signedOut } from './session-slice.ts';
import { makeStore, type AppStore } from './store.ts';
import { viewChanged } from './view-slice.ts';

beforeEach(() => {
  localStorage.clear();
  sessionStorage.clear();
});

const [a, b] = ['a', 'b'].map((id) => readAccount({ id }));
const decision = { idempotencyKey: 'key', version: 6, refunded: 0, amount: pence(29), reason: 'Cold' };

/** A tab that was loaded while nobody was signed in. */
function signedOutTab(): AppStore {
  const { store } = makeStore(fakePlatform({ onSignedOut: () => () => undefined }));
  store.dispatch(signedOut());
  return store;
}

function signedInTab(account = a): AppStore {
  const { store } = makeStore(fakePlatform({ onSignedOut: () => () => undefined }));
  return signInAt(store, account);
}

function signInAt(store: AppStore, account = a): AppStore {
  if (account) store.dispatch(signedIn({ account, kept: 'kept' }));
  return store;
}

const sendRefund = (store: AppStore, orderId: string) => store.dispatch(refundSent({ orderId, decision }));
const stored = () => JSON.parse(localStorage.getItem('state') ?? 'null') as unknown;
function writeInOtherTab(state: object): void {
  const newValue = JSON.stringify(state);
  localStorage.setItem('state', newValue);
  dispatchEvent(Object.assign(new Event('storage'), { key: 'state', newValue }));
}

describe('another account signs in in another tab (A13)', () => {
  const ofOther = {
    of: 'b',
    view: { density: 'compact', newestFirst: true, stations: { ferry: 'bar' } },
    refunds: { theirs: decision },
  };

  it('this tab adopts nothing of it, and leaves it alone when it is signed out itself', () => {
    const store = signedInTab();
    sendRefund(store, 'mine');
    writeInOtherTab(ofOther);
    expect(store.getState()).toMatchObject({
      view: { density: 'auto', newestFirst: false },
      refunds: { mine: decision },
    });
    expect(selectUnanswered(store.getState(), 'theirs')).toBeUndefined();
    store.dispatch(signedOut());
    expect(stored()).toEqual(ofOther);
    expect(sessionStorage).toHaveLength(0);
  });

  it('that tab adopts nothing of this one, and its first change replaces what this one left', () => {
    const other = signedOutTab();
    sendRefund(signedInTab(), 'mine');
    signInAt(other, b);
    expect(other.getState().refunds).toEqual({});
    other.dispatch(viewChanged({ newestFirst: true }));
    expect(stored()).toEqual({ of: 'b', view: { density: 'auto', newestFirst: true }, refunds: {} });
  });

  it('that tab stores all that it knows again with its next change, should this one have written late', () => {
    const other = signedInTab(b);
    sendRefund(other, 'theirs');
    writeInOtherTab({ of: 'a', refunds: { mine: decision } });
    other.dispatch(viewChanged({ newestFirst: true }));
    expect(stored()).toMatchObject({ of: 'b', refunds: { theirs: decision } });
  });
});

it('whoever signs in takes up what another tab of that account keeps', () => {
  const late = signedOutTab();
  sendRefund(signedInTab(), 'mine');
  signInAt(late);
  expect(selectUnanswered(late.getState(), 'mine')).toEqual(decision);
});

it('what an earlier version kept, without an account, belongs to the session', () => {
  localStorage.setItem('state', JSON.stringify({ refunds: { mine: decision } }));
  const store = signedInTab();
  expect(selectUnanswered(store.getState(), 'mine')).toEqual(decision);
  store.dispatch(signedOut());
  expect(localStorage).toHaveLength(0);
});
