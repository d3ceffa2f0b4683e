import { createAction } from '@reduxjs/toolkit';
import { record, text } from '#shared/base/loose-json.ts';
import { pence } from '#shared/base/money.ts';
import type { LineCount } from '#shared/api/orders.ts';
import type { View } from './view-slice.ts';
import { writeStored, onStoredElsewhere, readStored } from '../platform/stored-json.ts';
import { stored } from '../platform/stored.ts';
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

export function readPersisted(): PersistedState {
  return readStored(KEY, readState) ?? {};
}

/** Another tab of the same session has changed the shared state. */
export const otherTabWrote = createAction<PersistedState>('otherTabWrote');

/**
 * Persists the state as it changes, while somebody is signed in; none of it outlives the session. Tabs share it: each
 * writes only its own changes, and adopts those of others.
 */
export function persistState(store: Pick<AppStore, 'getState' | 'subscribe' | 'dispatch'>): void {
  /** What is persisted, as far as this tab knows. */
  let known: Slices = persistedOf(store.getState());
  let signedIn: boolean | null = null;
  store.subscribe(() => {
    const state = store.getState();
    if (state.session.status === 'restoring') return;
    const before = known;
    const wasSignedIn = signedIn;
    known = persistedOf(state);
    signedIn = state.session.status === 'signed-in';
    if (signedIn) {
      if (Object.entries(known).some(([slice, entries]) => entries !== before[slice]))
        writeStored(KEY, withChanges({ ...before, ...readPersisted() }, before, known));
    } else if (wasSignedIn !== false) {
      stored.remove(KEY);
      stored.remove(`${KEY}.broken`);
    }
  });
  onStoredElsewhere(KEY, () => {
    if (store.getState().session.status === 'signed-out') return;
    const kept = readPersisted();
    known = { ...known, ...kept };
    store.dispatch(otherTabWrote(kept));
  });
}

type Slices = Record<string, Record<string, unknown>>;

function persistedOf(state: RootState): Slices {
  const kept = Object.entries(state).filter(([slice]) => !notPersisted.has(slice));
  return Object.fromEntries(kept.map(([slice, entries]) => [slice, record(entries)]));
}

/** `kept` with the entries that differ between `before` and `now`, and without removed ones. */
function withChanges(kept: Slices, before: Slices, now: Slices): Slices {
  return Object.fromEntries(
    Object.entries(now).map(([slice, entries]) => {
      const was = before[slice] ?? {};
      const changed = Object.entries(entries).filter(([name, value]) => value !== was[name]);
      const stayed = Object.entries(kept[slice] ?? {}).filter(([name]) => name in entries || !(name in was));
      return [slice, { ...Object.fromEntries(stayed), ...Object.fromEntries(changed) }];
    }),
  );
}

/** Null, or a throw, for what another program or version stored there. */
function readState(value: unknown): PersistedState | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { view, refunds } = record(value);
  return {
    ...(view !== undefined && { view: readView(view) }),
    ...(refunds !== undefined && { refunds: readRefunds(refunds) }),
  };
}

function readView(value: unknown): View {
  const { density, newestFirst, together, stations } = record(value);
  if ((density !== 'auto' && density !== 'compact') || typeof newestFirst !== 'boolean')
    throw new TypeError('Not a view');
  const chosen = Object.entries(record(stations)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return {
    density,
    newestFirst,
    ...(together === true && { together }),
    ...(chosen.length > 0 && { stations: Object.fromEntries(chosen) }),
  };
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
