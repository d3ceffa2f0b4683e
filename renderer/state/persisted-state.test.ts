import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { readAccount } from '#shared/api/read-account.ts';
import { listRead, feedOpened, ordersSlice } from './orders-slice.ts';
import { pressingSlice } from './pressing-slice.ts';
import { viewChanged, viewSlice } from './view-slice.ts';
import { watchedSlice } from './watched-slice.ts';
import { readOrder } from '../api/read-order.ts';
import { refundAnswered, refundSent, refundsSlice, selectUnanswered } from './refunds-slice.ts';
import { persistState, otherTabWrote, readPersisted } from './persisted-state.ts';
import { sessionSlice, signedIn, signedOut } from './session-slice.ts';

const stored = new Map<string, string>();
let logged: unknown[][];
let writeInOtherTab: (state: string) => void;

beforeEach(() => {
  stored.clear();
  logged = [];
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  });
  vi.stubGlobal('addEventListener', (_event: string, listener: (event: Partial<StorageEvent>) => void) => {
    writeInOtherTab = (state) => {
      stored.set('state', state);
      listener({ key: 'state', newValue: state });
    };
  });
  vi.spyOn(console, 'error').mockImplementation((...entry) => void logged.push(entry));
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const reducers = combineReducers({
  session: sessionSlice.reducer,
  orders: ordersSlice.reducer,
  pressing: pressingSlice.reducer,
  refunds: refundsSlice.reducer,
  view: viewSlice.reducer,
  watched: watchedSlice.reducer,
});

function persistedStore() {
  const store = configureStore({
    reducer: (state: ReturnType<typeof reducers> | undefined, action) =>
      state && otherTabWrote.match(action) ? { ...state, ...action.payload } : reducers(state, action),
  });
  persistState(store);
  return store;
}
const account = readAccount({ id: 'a', companyName: 'Thames Taverns Ltd' });
const decision = {
  idempotencyKey: 'key',
  version: 6,
  refunded: 0,
  amount: pence(29),
  reason: 'Cold',
};

it('keeps the state of whoever is signed in, without orders, outlet, account or tokens', () => {
  const store = persistedStore();
  store.dispatch(viewChanged({ density: 'compact' }));
  expect(stored.size, 'nobody is signed in').toBe(0);
  store.dispatch(signedIn({ account, kept: 'kept' }));
  store.dispatch(feedOpened([{ outletId: 'outlet', outletName: 'The Old Ferry', trading: true }]));
  store.dispatch(
    listRead('outlet', [readOrder({ id: 'o', status: 'deliver_pending', customerName: 'Zoë' })]),
  );
  store.dispatch(refundSent({ orderId: 'o', decision }));
  expect(JSON.parse(stored.get('state') ?? '')).toEqual({
    view: { density: 'compact', newestFirst: false },
    refunds: { o: decision },
  });
  expect(readPersisted()).toEqual(JSON.parse(stored.get('state') ?? ''));
  expect(logged).toEqual([]);
});

it('a tab writes what it changed itself, and what another tab kept stays and is taken up', () => {
  const store = persistedStore();
  store.dispatch(signedIn({ account, kept: 'kept' }));
  store.dispatch(refundSent({ orderId: 'mine', decision }));
  const ours = { density: 'auto', newestFirst: true };
  writeInOtherTab(JSON.stringify({ view: ours, refunds: { mine: decision, theirs: decision } }));
  expect(store.getState().view).toEqual(ours);
  expect(selectUnanswered(store.getState(), 'theirs')).toEqual(decision);
  // Written before its event arrives here.
  stored.set('state', JSON.stringify({ view: ours, refunds: { mine: decision, later: decision } }));
  store.dispatch(viewChanged({ density: 'compact' }));
  store.dispatch(refundAnswered('mine'));
  expect(JSON.parse(stored.get('state') ?? '')).toEqual({
    view: { density: 'compact', newestFirst: true },
    refunds: { later: decision },
  });
});

it('nothing of it is left after signing out, nor of what was set aside (A16)', () => {
  stored.set('state', '{broken');
  expect(readPersisted()).toEqual({});
  const store = persistedStore();
  store.dispatch(signedIn({ account, kept: 'kept' }));
  store.dispatch(viewChanged({ newestFirst: true }));
  expect([...stored.keys()].toSorted()).toEqual(['state', 'state.broken']);
  store.dispatch(signedOut());
  expect(stored.size).toBe(0);
});

it.each([
  '{"view":',
  '[]',
  '"state"',
  '{"view":{"density":"huge","newestFirst":true}}',
  '{"refunds":{"o":5}}',
  '{"refunds":{"o":{"idempotencyKey":"k","version":1,"refunded":0,"amount":1.5,"reason":""}}}',
])('%s, broken or foreign, is set aside and logged, and the app starts as new', (text) => {
  stored.set('state', text);
  expect(readPersisted()).toEqual({});
  expect(stored.get('state')).toBeUndefined();
  expect(stored.get('state.broken')).toBe(text);
  expect(logged).toHaveLength(1);
});

it('another version’s slices are no harm, and a store that may not be used is only logged', () => {
  stored.set('state', '{"popups":{},"view":{"density":"auto","newestFirst":true}}');
  expect(readPersisted()).toEqual({ view: { density: 'auto', newestFirst: true } });
  vi.stubGlobal('localStorage', {
    getItem() {
      throw new Error('SecurityError');
    },
    setItem() {
      throw new Error('QuotaExceededError');
    },
  });
  expect(readPersisted()).toEqual({});
  const store = persistedStore();
  store.dispatch(signedIn({ account, kept: 'kept' }));
  store.dispatch(viewChanged({ newestFirst: true }));
  expect(logged.at(-1)?.[0]).toBe('state cannot be kept');
  expect(store.getState().view.newestFirst).toBe(true);
});
