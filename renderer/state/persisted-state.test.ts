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
import { persistedRead, persistState, readPersisted } from './persisted-state.ts';
import { sessionSlice, signedIn, signedOut } from './session-slice.ts';

const stored = new Map<string, string>();
/** What this tab alone keeps, also when its page is loaded again. */
const storedInTab = new Map<string, string>();
let logged: unknown[][];
let writeInOtherTab: (state: string) => void;

beforeEach(() => {
  logged = [];
  for (const [name, entries] of [
    ['localStorage', stored],
    ['sessionStorage', storedInTab],
  ] as const) {
    entries.clear();
    vi.stubGlobal(name, {
      getItem: (key: string) => entries.get(key) ?? null,
      setItem: (key: string, value: string) => void entries.set(key, value),
      removeItem: (key: string) => void entries.delete(key),
    });
  }
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
      state && persistedRead.match(action) ? { ...state, ...action.payload } : reducers(state, action),
  });
  persistState(store);
  return store;
}

/** As a page does that is loaded by whoever is signed in. */
function signedInStore(by = account) {
  const store = persistedStore();
  store.dispatch(signedIn({ account: by, kept: 'kept' }));
  return store;
}

/** As the board's choice does it: another outlet's stays. */
function choose(store: ReturnType<typeof persistedStore>, station: string | null) {
  const { ferry: _before, ...others } = store.getState().view.stations ?? {};
  store.dispatch(viewChanged({ stations: station === null ? others : { ...others, ferry: station } }));
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
  const kept = { view: { density: 'compact', newestFirst: false }, refunds: { o: decision } };
  expect(JSON.parse(stored.get('state') ?? '')).toEqual({ of: 'a', ...kept });
  expect(readPersisted('a')).toEqual(kept);
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
    of: 'a',
    view: { density: 'compact', newestFirst: true },
    refunds: { later: decision },
  });
});

const barInOtherTab = { density: 'compact', newestFirst: true, together: true, stations: { ferry: 'bar' } };

it('a tab goes on showing its own station, whatever another tab shows; how orders are laid out is shared (D60)', () => {
  const store = signedInStore();
  writeInOtherTab(JSON.stringify({ view: barInOtherTab }));
  expect(store.getState().view, 'all stations').toEqual({ density: 'compact', newestFirst: true });
  choose(store, 'kitchen');
  writeInOtherTab(JSON.stringify({ view: { ...barInOtherTab, newestFirst: false } }));
  expect(store.getState().view).toEqual({
    density: 'compact',
    newestFirst: false,
    stations: { ferry: 'kitchen' },
  });
  expect(JSON.parse(stored.get('state') ?? ''), 'the last choice').toMatchObject({
    view: { stations: { ferry: 'bar' } },
  });
});

it('a tab that is loaded again shows what it showed, and a new one what was chosen last (D60)', () => {
  choose(signedInStore(), 'kitchen');
  stored.set('state', JSON.stringify({ view: barInOtherTab }));
  const again = signedInStore();
  expect(again.getState().view).toEqual({
    density: 'compact',
    newestFirst: true,
    stations: { ferry: 'kitchen' },
  });
  expect(JSON.parse(stored.get('state') ?? ''), 'nothing was chosen').toEqual({ view: barInOtherTab });
  choose(again, null);
  stored.set('state', JSON.stringify({ view: barInOtherTab }));
  expect(signedInStore().getState().view.stations, 'all stations').toBeUndefined();

  storedInTab.clear();
  expect(signedInStore().getState().view).toEqual(barInOtherTab);
  stored.set('state', JSON.stringify({ view: { ...barInOtherTab, stations: { ferry: 'kitchen' } } }));
  expect(signedInStore().getState().view, 'though nothing was chosen in it').toEqual(barInOtherTab);
});

it('the last choice is known by outlet', () => {
  const store = signedInStore();
  writeInOtherTab(JSON.stringify({ view: { ...barInOtherTab, stations: { annexe: 'bar' } } }));
  const lastChosen = () => readPersisted('a').view?.stations;
  choose(store, 'kitchen');
  expect(lastChosen()).toEqual({ annexe: 'bar', ferry: 'kitchen' });
  choose(store, null);
  expect(lastChosen()).toEqual({ annexe: 'bar' });
});

it('what a tab showed is not shown to somebody else', () => {
  choose(signedInStore(), 'kitchen');
  stored.clear();
  const { view } = signedInStore(readAccount({ id: 'b', companyName: 'Severn Inns Ltd' })).getState();
  expect(view).toEqual({ density: 'auto', newestFirst: false });
});

it.each(['{broken', '[]', '5'])('%s, which a tab cannot have kept, is set aside and logged', (text) => {
  const store = signedInStore();
  choose(store, 'kitchen');
  const [key = ''] = storedInTab.keys();
  storedInTab.set(key, text);
  stored.set('state', JSON.stringify({ view: barInOtherTab }));
  expect(signedInStore().getState().view).toEqual(barInOtherTab);
  expect(storedInTab.get(`${key}.broken`)).toBe(text);
  expect(logged).toHaveLength(1);
});

it('nothing of it is left after signing out, nor of what was set aside (A16)', () => {
  stored.set('state', '{broken');
  expect(readPersisted('a')).toEqual({});
  const store = persistedStore();
  store.dispatch(signedIn({ account, kept: 'kept' }));
  store.dispatch(viewChanged({ newestFirst: true, stations: { ferry: 'kitchen' } }));
  expect([...stored.keys()].toSorted()).toEqual(['state', 'state.broken']);
  const [key = ''] = storedInTab.keys();
  const kept = storedInTab.get(key) ?? '';
  expect(kept).toContain('kitchen');
  storedInTab.set(`${key}.broken`, '{broken');
  store.dispatch(signedOut());
  expect(stored.size).toBe(0);
  expect(storedInTab.size).toBe(0);

  // A closed tab that is opened again after another one has signed out.
  storedInTab.set(key, kept);
  persistedStore().dispatch(signedOut());
  expect(storedInTab.size).toBe(0);
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
  expect(readPersisted('a')).toEqual({});
  expect(stored.get('state')).toBeUndefined();
  expect(stored.get('state.broken')).toBe(text);
  expect(logged).toHaveLength(1);
});

it('another version’s slices are no harm, and a store that may not be used is only logged', () => {
  stored.set('state', '{"popups":{},"view":{"density":"auto","newestFirst":true}}');
  expect(readPersisted('a')).toEqual({ view: { density: 'auto', newestFirst: true } });
  const forbidden = {
    getItem() {
      throw new Error('SecurityError');
    },
    setItem() {
      throw new Error('QuotaExceededError');
    },
  };
  vi.stubGlobal('localStorage', forbidden);
  vi.stubGlobal('sessionStorage', forbidden);
  expect(readPersisted('a')).toEqual({});
  const store = persistedStore();
  store.dispatch(signedIn({ account, kept: 'kept' }));
  store.dispatch(viewChanged({ newestFirst: true }));
  expect(logged.at(-1)?.[0]).toBe('state cannot be kept');
  choose(store, 'kitchen');
  expect(store.getState().view).toMatchObject({ newestFirst: true, stations: { ferry: 'kitchen' } });
  writeInOtherTab(JSON.stringify({ view: barInOtherTab }));
  expect(store.getState().view.stations).toEqual({ ferry: 'kitchen' });
  vi.stubGlobal('sessionStorage', undefined);
  expect(() => store.dispatch(signedOut())).not.toThrow();
});
