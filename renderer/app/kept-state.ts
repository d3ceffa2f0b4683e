import { record, text } from '#shared/api/loose-json.ts';
import { pence } from '#shared/money.ts';
import type { View } from '../live/view-slice.ts';
import { keep, readKept } from '../platform/kept-json.ts';
import type { RefundDecision } from '../refunds/refunds-slice.ts';
import type { AppStore, RootState } from './store.ts';

/** The key of the client's own state (spec §3). */
const KEY = 'state';
/**
 * Not in it: who is signed in, which has keys of its own; the orders and the outlet they are of; what is being pressed;
 * and replies of the server, which are asked for again and would be old (D35).
 */
const notKept: ReadonlySet<string> = new Set([
  'session',
  'orders',
  'pressing',
  'api',
] satisfies (keyof RootState)[]);

type KeptState = { view?: View; refunds?: Record<string, RefundDecision> };

export function readKeptState(): KeptState {
  return readKept(KEY, readState) ?? {};
}

/** Keeps the state as it changes, while somebody is signed in; nothing of it outlives the session (hazards A16). */
export function keepState(store: Pick<AppStore, 'getState' | 'subscribe'>): void {
  let kept = '';
  store.subscribe(() => {
    const state = store.getState();
    if (state.session.status === 'restoring') return;
    const now = state.session.status === 'signed-in' ? keptOf(state) : null;
    const serialised = JSON.stringify(now);
    if (serialised === kept) return;
    kept = serialised;
    if (now !== null) return keep(KEY, now);
    localStorage.removeItem(KEY);
    localStorage.removeItem(`${KEY}.broken`);
  });
}

function keptOf(state: RootState): Record<string, unknown> {
  return Object.fromEntries(Object.entries(state).filter(([slice]) => !notKept.has(slice)));
}

/** Null, or a throw, for what another program or version left there. */
function readState(value: unknown): KeptState | null {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return null;
  const { view, refunds } = record(value);
  return {
    ...(view !== undefined && { view: readView(view) }),
    ...(refunds !== undefined && { refunds: readRefunds(refunds) }),
  };
}

function readView(value: unknown): View {
  const { density, newestFirst } = record(value);
  if ((density !== 'auto' && density !== 'compact') || typeof newestFirst !== 'boolean')
    throw new TypeError('Not a view');
  return { density, newestFirst };
}

function readRefunds(value: unknown): Record<string, RefundDecision> {
  return Object.fromEntries(
    Object.entries(record(value)).map(([orderId, entry]) => {
      const { idempotencyKey, version, refunded, amount, reason } = record(entry);
      if (typeof idempotencyKey !== 'string') throw new TypeError('Not a refund');
      return [
        orderId,
        {
          idempotencyKey,
          version: pence(Number(version)),
          refunded: pence(Number(refunded)),
          amount: pence(Number(amount)),
          reason: text(reason),
        },
      ];
    }),
  );
}
