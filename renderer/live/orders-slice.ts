import { createEntityAdapter, createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Order } from '#shared/api/orders.ts';
import type { OrderTimeline } from '#shared/live.ts';
import { boardColumn, compareLive, type BoardColumn } from '#shared/orders/reading.ts';
import { isCounted, isOnLiveList, statusGroups } from '#shared/orders/statuses.ts';
import { withTimes } from './timeline.ts';

export type Connection = 'connecting' | 'connected' | 'disconnected' | 'error';

const orders = createEntityAdapter<Order>();

type Watch = {
  /** The outlet that is watched; null while none is. */
  outletId: string | null;
  connection: Connection;
  /** False until the list has been read once. */
  loaded: boolean;
  /** Why the list could not be read; null while it can. */
  problem: string | null;
  /** How far the server's clock is ahead of this one, in ms (D30). */
  clockAheadMs: number;
  /** Rises when the outlet's trading session began or ended, or may have without our hearing of it. */
  sessionChanges: number;
  /** Rises when what is unattended of the seller's has changed, or may have without our hearing of it (D33). */
  unattendedChanges: number;
  /** Orders that have left the live list, and the version they left with: what is older must not bring them back. */
  gone: Record<string, number>;
};
const nothing: Watch = {
  outletId: null,
  connection: 'disconnected',
  loaded: false,
  problem: null,
  clockAheadMs: 0,
  sessionChanges: 0,
  unattendedChanges: 0,
  gone: {},
};

/** The orders of the outlet that is watched, as the live feed knows them. */
const initialState = orders.getInitialState(nothing);
export type OrdersState = typeof initialState;

/** An order that is as old as what is known of it, or older, changes nothing (D32, hazards R5). */
function isNewer(order: Order, state: OrdersState): boolean {
  const shown = state.entities[order.id];
  const known = shown?.version ?? state.gone[order.id];
  if (known === undefined || order.version === 0 || order.version > known) return true;
  // A refund that waits for the provider's word is no change of the order yet.
  return order.version === known && order.payment.refundPending !== shown?.payment.refundPending;
}

export const ordersSlice = createSlice({
  name: 'orders',
  initialState,
  reducers: {
    feedOpened: (_state, { payload }: PayloadAction<string>) => ({
      ...initialState,
      outletId: payload,
      connection: 'connecting' as const,
    }),
    feedClosed: () => initialState,
    connectionChanged(state, { payload }: PayloadAction<Connection>) {
      state.connection = payload;
    },
    clockCorrected(state, { payload }: PayloadAction<number>) {
      state.clockAheadMs = payload;
    },
    sessionChanged(state) {
      state.sessionChanges += 1;
    },
    /** The list is the truth: what is not on it is gone, and what is known to be newer stays as it is. */
    listRead(state, { payload }: PayloadAction<Order[]>) {
      const next = payload.flatMap((order) => {
        const known = state.entities[order.id];
        const taken = isNewer(order, state) ? withTimes(order, known) : known && withTimes(known, order);
        return taken && isOnLiveList(taken.status) ? [taken] : [];
      });
      orders.setAll(state, next);
      state.loaded = true;
      state.problem = null;
    },
    timelineRead(state, { payload: { orderId, ...times } }: PayloadAction<OrderTimeline>) {
      const known = state.entities[orderId];
      if (known) state.entities[orderId] = withTimes(known, times);
    },
    unattendedChanged(state) {
      state.unattendedChanges += 1;
    },
    listFailed(state, { payload }: PayloadAction<string>) {
      state.problem = payload;
    },
    /** Cancelled and expired orders leave the live list (spec §4); of an older version nothing is taken. */
    orderChanged(state, { payload: order }: PayloadAction<Order>) {
      if (order.outletId !== state.outletId && order.outletId !== '') return;
      const known = state.entities[order.id];
      if (!isNewer(order, state)) {
        if (known) state.entities[order.id] = withTimes(known, order);
        return;
      }
      if (!isOnLiveList(order.status)) {
        orders.removeOne(state, order.id);
        state.gone[order.id] = order.version;
        return;
      }
      // A past session's money still moves (a late capture, a refund): only the list says who belongs to this one.
      if (statusGroups.settled.has(order.status) && !known) return;
      orders.setOne(state, withTimes(order, known));
      delete state.gone[order.id];
    },
  },
  selectors: {
    selectLive: (state) => state,
    selectOrder: (state, id: string): Order | undefined => state.entities[id],
    selectOrders: createSelector([(state: OrdersState) => state.entities], (entities) =>
      Object.values(entities).toSorted(compareLive),
    ),
  },
});

export const {
  feedOpened,
  feedClosed,
  connectionChanged,
  clockCorrected,
  sessionChanged,
  listRead,
  listFailed,
  orderChanged,
  timelineRead,
  unattendedChanged,
} = ordersSlice.actions;
export const { selectLive, selectOrder, selectOrders } = ordersSlice.selectors;

export type Board = Record<BoardColumn | 'closed', string[]>;

/** The ids of each column, sorted for the live list (D29); `newestFirst` turns each column round. */
export const selectBoard = createSelector(
  [selectOrders, (_state: { orders: OrdersState }, newestFirst: boolean) => newestFirst],
  (sorted, newestFirst): Board => {
    const board: Board = { new: [], 'in-progress': [], 'ready-to-close': [], closed: [] };
    for (const order of newestFirst ? sorted.toReversed() : sorted)
      board[boardColumn(order) ?? 'closed'].push(order.id);
    return board;
  },
);

/** What must ring: the pending orders of the outlet (D34). */
export const selectPending = createSelector([selectOrders], (sorted) =>
  sorted.filter((order) => statusGroups.pending.has(order.status)),
);

/** The figures above the board: all in pence, over what counts (D20). `notTaken` is what no capture has confirmed. */
export const selectFigures = createSelector([selectOrders], (sorted) => {
  const counted = sorted.filter((order) => isCounted(order.status));
  const sum = (some: Order[]) => some.reduce((total, order) => total + order.amount - order.refunded, 0);
  return {
    numberOfOrders: counted.length,
    orderTotals: sum(counted),
    notTaken: sum(counted.filter((order) => order.status !== 'complete' && order.status !== 'refunded')),
  };
});
