import { createEntityAdapter, createSelector, createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Order } from '#shared/api/orders.ts';
import type { Deaf } from '#shared/base/hearing.ts';
import type { OrderTimeline } from '#shared/api/live.ts';
import {
  boardColumn,
  compareLive,
  compareLiveNewestFirst,
  isLive,
  type BoardColumn,
} from '#shared/orders/reading.ts';
import type { RememberedOutlet } from '#shared/host/session.ts';
import { isCounted, statusGroups } from '#shared/base/order-statuses.ts';
import type { UnreadableOrder } from '../api/read-orders.ts';
import { withTimes } from './timeline.ts';

/** `crowded`: the account has as many connections as it may have. */
export type Connection = 'connecting' | 'connected' | 'disconnected' | 'error' | 'crowded';

const orders = createEntityAdapter<Order>();

type Watch = {
  /** The watched outlet; null if there is none. */
  outletId: string | null;
  /** The outlet's last known name, and below whether it trades; empty and null until known. */
  outletName: string;
  trading: boolean | null;
  connection: Connection;
  /** Why new orders are not heard at this screen; null if they are. */
  deaf: Deaf | null;
  /** False until the list has been read once. */
  loaded: boolean;
  /** When it was last read, by this computer's clock. */
  listReadAt: number | null;
  /** When the server last sent anything, by this computer's clock. */
  heardAt: number | null;
  /** Entries of the list that cannot be read here. */
  unreadable: UnreadableOrder[];
  /** Why the list could not be read; null if it could. */
  problem: string | null;
  /** How far the server's clock is ahead of this one, in ms. */
  clockAheadMs: number;
  /** Orders that have left the live list, with their last version: an older one must not bring them back. */
  gone: Record<string, number>;
  /** A count of changes of orders without a version, and below each order's last one. */
  changes: number;
  lastChange: Record<string, number>;
  /** That count when the pending list was requested. */
  changesWhenAsked: number;
};
const nothing: Watch = {
  outletId: null,
  outletName: '',
  trading: null,
  connection: 'disconnected',
  deaf: null,
  loaded: false,
  listReadAt: null,
  heardAt: null,
  unreadable: [],
  problem: null,
  clockAheadMs: 0,
  gone: {},
  changes: 0,
  lastChange: {},
  changesWhenAsked: 0,
};

/** The orders of the watched outlet, as the live feed knows them. */
const initialState = orders.getInitialState(nothing);
export type OrdersState = typeof initialState;

/** A copy of an order that is not newer than the known one changes nothing. */
function isNewer(order: Order, state: OrdersState): boolean {
  const known = state.entities[order.id]?.version ?? state.gone[order.id];
  return known === undefined || order.version === 0 || order.version > known;
}

/** An order without a version that has changed since the list was requested: the list may be older. */
function isOvertaken({ id, version }: Pick<Order, 'id' | 'version'>, state: OrdersState): boolean {
  return version === 0 && (state.lastChange[id] ?? 0) > state.changesWhenAsked;
}

/** The order with the watched outlet's id; other servers may leave it out. */
const ofOutlet = (order: Order, { outletId }: OrdersState): Order =>
  order.outletId === '' && outletId !== null ? { ...order, outletId } : order;

export const ordersSlice = createSlice({
  name: 'orders',
  initialState,
  reducers: {
    feedOpened: (_state, { payload }: PayloadAction<RememberedOutlet>) => ({
      ...initialState,
      ...payload,
      connection: 'connecting' as const,
    }),
    outletRead(state, { payload }: PayloadAction<Pick<Watch, 'outletName' | 'trading'>>) {
      Object.assign(state, payload);
    },
    deafChanged(state, { payload }: PayloadAction<Deaf | null>) {
      state.deaf = payload;
    },
    feedClosed: () => initialState,
    connectionChanged(state, { payload }: PayloadAction<Connection>) {
      state.connection = payload;
    },
    /** Corrects the clock by a time that the server has just sent. */
    clockCorrected: {
      prepare: (payload: number) => ({ payload, meta: { at: Date.now() } }),
      reducer(state, { payload, meta }: PayloadAction<number, string, { at: number }>) {
        state.clockAheadMs = payload;
        state.heardAt = meta.at;
      },
    },
    listAsked(state) {
      state.changesWhenAsked = state.changes;
    },
    /** The list is the truth: orders that are not on it are removed, and those known to be newer stay. */
    listRead: {
      prepare: (payload: Order[]) => ({ payload, meta: { at: Date.now() } }),
      reducer(state, { payload, meta }: PayloadAction<Order[], string, { at: number }>) {
        const listed = payload.filter((order) => !isOvertaken(order, state));
        const next = listed.flatMap((listedOrder) => {
          const order = ofOutlet(listedOrder, state);
          const known = state.entities[order.id];
          const taken = isNewer(order, state) ? withTimes(order, known) : known && withTimes(known, order);
          return taken && isLive(taken) ? [taken] : [];
        });
        const changedSince = Object.values(state.entities).filter((order) => isOvertaken(order, state));
        orders.setAll(state, [...next, ...changedSince]);
        state.loaded = true;
        state.listReadAt = meta.at;
        state.problem = null;
      },
    },
    unreadableRead(state, { payload }: PayloadAction<UnreadableOrder[]>) {
      state.unreadable = payload;
    },
    timelineRead(state, { payload: { orderId, ...times } }: PayloadAction<OrderTimeline>) {
      const known = state.entities[orderId];
      if (known) state.entities[orderId] = withTimes(known, times);
    },
    listFailed(state, { payload }: PayloadAction<string>) {
      state.problem = payload;
    },
    /** Cancelled and expired orders leave the live list; an older version changes nothing. */
    orderChanged(state, { payload }: PayloadAction<Order>) {
      const order = ofOutlet(payload, state);
      if (order.outletId !== state.outletId) return;
      const known = state.entities[order.id];
      if (!isNewer(order, state)) {
        if (known) state.entities[order.id] = withTimes(known, order);
        return;
      }
      if (order.version === 0) {
        state.changes += 1;
        state.lastChange[order.id] = state.changes;
      }
      if (!isLive(order)) {
        orders.removeOne(state, order.id);
        state.gone[order.id] = order.version;
        return;
      }
      // Money of past sessions still moves (a late capture, a refund): only the list says which orders belong to this
      // one.
      if (statusGroups.settled.has(order.status) && !known) return;
      orders.setOne(state, withTimes(order, known));
      delete state.gone[order.id];
    },
  },
  selectors: {
    selectLive: (state) => state,
    selectOrder: (state, id: string): Order | undefined => state.entities[id],
    /** A number that differs after each change of the order here; 0 before any, and for servers with versions. */
    selectLastChange: (state, id: string): number => state.lastChange[id] ?? 0,
    /** Whether an order on a list has changed here since the list was requested. */
    selectIsOvertaken: (state, listed: readonly Order[]): boolean =>
      listed.some((order) => isOvertaken(order, state)),
    selectOrders: createSelector([(state: OrdersState) => state.entities], (entities) =>
      Object.values(entities).toSorted(compareLive),
    ),
  },
});

export const {
  feedOpened,
  feedClosed,
  outletRead,
  deafChanged,
  connectionChanged,
  clockCorrected,
  listAsked,
  listRead,
  listFailed,
  orderChanged,
  timelineRead,
  unreadableRead,
} = ordersSlice.actions;
export const { selectLive, selectOrder, selectOrders, selectLastChange, selectIsOvertaken } =
  ordersSlice.selectors;

/** The ids of each column, and of all in a single list. */
export type Board = Record<BoardColumn | 'closed' | 'all', string[]>;

/** Sorted by priority, then oldest first, unless the person chose newest first. */
export const selectBoard = createSelector(
  [selectOrders, (_state: { orders: OrdersState }, newestFirst: boolean) => newestFirst],
  (sorted, newestFirst): Board => {
    const board: Board = { new: [], 'in-progress': [], 'ready-to-close': [], closed: [], all: [] };
    for (const order of newestFirst ? sorted.toSorted(compareLiveNewestFirst) : sorted) {
      board[boardColumn(order) ?? 'closed'].push(order.id);
      board.all.push(order.id);
    }
    return board;
  },
);

/** What must ring: the outlet's pending orders. */
export const selectPending = createSelector([selectOrders], (sorted) =>
  sorted.filter((order) => statusGroups.pending.has(order.status)),
);

/** The figures above the board, in pence. `notTaken` is what no capture has confirmed. */
export const selectFigures = createSelector([selectOrders], (sorted) => {
  const counted = sorted.filter((order) => isCounted(order.status) && !order.isTest);
  const sum = (some: Order[]) => some.reduce((total, order) => total + order.amount - order.refunded, 0);
  return {
    numberOfOrders: counted.length,
    orderTotals: sum(counted),
    notTaken: sum(counted.filter((order) => order.status !== 'complete' && order.status !== 'refunded')),
  };
});
