import { createAction } from '@reduxjs/toolkit';
import { record, text, type LooseJson } from '#shared/base/loose-json.ts';
import { pence } from '#shared/base/money.ts';
import type { LineCount } from '#shared/api/orders.ts';
import type { View } from './view-slice.ts';
import { forgetStored, onStoredElsewhere, readStored, writeStored } from '../platform/stored-json.ts';
import { forgetOwn, keepOwn, readOwn, readOwnView, sameOwn, withOwn } from './own-view.ts';
import type { RefundDecision } from './refunds-slice.ts';
import type { AppStore, RootState } from './store.ts';

/** The key of the client's own state. */
const KEY = 'state';
/**
 * Not persisted: the session, which has keys of its own; the orders and their outlet; pending presses; and the
 * server's replies, which are requested again and would be old.
 */
const notPersisted: ReadonlySet<string> = new Set([
  'session',
  'orders',
  'watched',
  'pressing',
  'api',
] satisfies (keyof RootState)[]);

type PersistedState = { view?: View; refunds?: Record<string, RefundDecision> };
/** `of` is its account's id; an earlier version kept none. */
type StoredState = PersistedState & { of?: string };

const readKept = (): StoredState => readStored(KEY, readState) ?? {};

/** Nothing if what is stored is another account's. */
export function readPersisted(accountId: string): PersistedState {
  const { of = accountId, ...kept } = readKept();
  return of === accountId ? kept : {};
}

/** What another tab of the same session has changed, or this one kept before its page was loaded again. */
export const persistedRead = createAction<PersistedState>('persistedRead');

/**
 * Persists the state as it changes, while somebody is signed in; none of it outlives the session. Tabs share it: each
 * writes only its own changes, and adopts those of others. A tab's own view is not adopted: it is kept beside, for
 * when the page is loaded again, and the last one that was chosen is where a new tab begins. What another account
 * keeps, which has signed in in another tab, is neither adopted nor removed.
 */
export function persistState(store: Pick<AppStore, 'getState' | 'subscribe' | 'dispatch'>): void {
  /** What is persisted, as far as this tab knows. */
  let known: Slices = persistedOf(store.getState());
  /** The account that is signed in; null before that is known, and empty if nobody is. */
  let accountId: string | null = null;
  function take(read: PersistedState): void {
    known = { ...known, ...read };
    store.dispatch(persistedRead(read));
  }
  store.subscribe(() => {
    const state = store.getState();
    const { session, view } = state;
    if (session.status === 'restoring') return;
    const before = known;
    const was = accountId;
    known = persistedOf(state);
    if (session.status === 'signed-in') {
      const { id } = session.account;
      accountId = id;
      if (Object.entries(known).some(([slice, entries]) => entries !== before[slice]))
        writeStored(KEY, { of: id, ...withChanges({ ...before, ...readPersisted(id) }, before, known) });
      if (id !== was) {
        const kept = readPersisted(id);
        const shared = kept.view ?? view;
        take({ ...kept, view: withOwn(shared, readOwn(id) ?? shared) });
        keepOwn(id, store.getState().view);
      } else if (!sameOwn(view, record(before['view']))) keepOwn(id, view);
    } else if (was !== '') {
      accountId = '';
      if ((readKept().of ?? was) === was || was === null) forgetStored(KEY);
      forgetOwn();
    }
  });
  onStoredElsewhere(KEY, () => {
    const { session, view } = store.getState();
    if (session.status !== 'signed-in') return;
    const kept = readPersisted(session.account.id);
    take({ ...kept, ...(kept.view && { view: withOwn(kept.view, view) }) });
  });
}

type Slices = Record<string, LooseJson>;

function persistedOf(state: RootState): Slices {
  const kept = Object.entries(state).filter(([slice]) => !notPersisted.has(slice));
  return Object.fromEntries(kept.map(([slice, entries]) => [slice, record(entries)]));
}

/** `kept` with what differs between `before` and `now`, entry by entry, and without what was removed. */
function withChanges(kept: Slices, before: Slices, now: Slices): Slices {
  return Object.fromEntries(
    Object.entries(now).map(([slice, entries]) => {
      const [others, was] = [record(kept[slice]), record(before[slice])];
      const next = entriesWithChanges(others, was, entries);
      // A tab does not adopt the stations of others, and may choose one outlet's while they chose another's.
      if (slice === 'view' && 'stations' in next)
        next['stations'] = entriesWithChanges(
          record(others['stations']),
          record(was['stations']),
          record(entries['stations']),
        );
      return [slice, next];
    }),
  );
}

function entriesWithChanges(kept: LooseJson, before: LooseJson, now: LooseJson): LooseJson {
  const changed = Object.entries(now).filter(([name, value]) => value !== before[name]);
  const stayed = Object.entries(kept).filter(([name]) => name in now || !(name in before));
  return { ...Object.fromEntries(stayed), ...Object.fromEntries(changed) };
}

/** Null, or a throw, for what another program or version stored there. */
function readState(value: unknown): StoredState | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { of, view, refunds } = record(value);
  return {
    ...(typeof of === 'string' && { of }),
    ...(view !== undefined && { view: readView(view) }),
    ...(refunds !== undefined && { refunds: readRefunds(refunds) }),
  };
}

function readView(value: unknown): View {
  const { density, newestFirst } = record(value);
  if ((density !== 'auto' && density !== 'compact') || typeof newestFirst !== 'boolean')
    throw new TypeError('Not a view');
  return { density, newestFirst, ...readOwnView(value) };
}

function readRefunds(value: unknown): Record<string, RefundDecision> {
  return Object.fromEntries(
    Object.entries(record(value)).map(([orderId, entry]) => {
      const { idempotencyKey, version, refunded, amount, reason, lines } = record(entry);
      if (typeof idempotencyKey !== 'string') throw new TypeError('Not a refund');
      return [
        orderId,
        {
          idempotencyKey,
          version: pence(Number(version)),
          refunded: pence(Number(refunded)),
          amount: pence(Number(amount)),
          reason: text(reason),
          // Sent as it was, and checked by the server.
          ...(Array.isArray(lines) && { lines: lines as LineCount[] }),
        },
      ];
    }),
  );
}
