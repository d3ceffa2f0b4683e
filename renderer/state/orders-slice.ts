import { createSelector, createSlice, original, type Draft, type PayloadAction } from '@reduxjs/toolkit';
import type { Order } from '#shared/api/orders.ts';
import type { Deaf } from '#shared/base/hearing.ts';
import type { OrderTimeline } from '#shared/api/live.ts';
import { boardColumn, isLive } from '#shared/orders/reading.ts';
import type { KnownOutlet } from '#shared/host/session.ts';
import { togetherOf } from '#shared/host/watched-outlets.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { idsOf, listsTogether, newFeed, type Connection, type OutletFeed } from './outlet-feeds.ts';
import { boardOf } from './board-of.ts';
import { figuresOf } from './figures-of.ts';
import {
  feedOf,
  initialState,
  isOvertaken,
  knownOrder,
  newestOf,
  ofOutlet,
  sortedOnce,
  withChanges,
  withoutOutlet,
  withTimelines,
  type OrdersState,
} from './known-orders.ts';
import { perOrder } from './per-order.ts';

type ListMeta = { at: number; asItIs: boolean };

/** The state itself: a draft of each order would take longer than whatever is to be done with them. */
const plain = (state: Draft<OrdersState>): OrdersState => original(state) ?? state;

/** What is not frozen is searched by Redux Toolkit for what to freeze: with a thousand orders that is most of a change. */
const frozen = (state: OrdersState): OrdersState => Object.freeze(state);

export const ordersSlice = createSlice({
  name: 'orders',
  initialState,
  reducers: {
    feedOpened: ({ several }, { payload }: PayloadAction<KnownOutlet[]>) => ({
      ...initialState,
      ...togetherOf(payload),
      outlets: payload.map(newFeed),
      connection: 'connecting' as const,
      several,
    }),
    outletRead(state, { payload }: PayloadAction<KnownOutlet>) {
      const feed = feedOf(state, payload.outletId);
      Object.assign(feed ?? {}, payload);
      // Nobody says of a closed outlet that they are over.
      if (feed?.trading === false && feed.lapses.length > 0) feed.lapses = [];
      Object.assign(state, togetherOf(state.outlets));
    },
    /** The server has said that a screen may watch several outlets. */
    severalAllowed(state) {
      state.several = true;
    },
    deafChanged(state, { payload }: PayloadAction<Deaf | null>) {
      state.deaf = payload;
    },
    feedClosed: ({ several }) => ({ ...initialState, several }),
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
    listAsked(state, { payload: outletId }: PayloadAction<string>) {
      Object.assign(feedOf(state, outletId) ?? {}, { changesWhenAsked: state.changes });
    },
    /**
     * An outlet's list is the truth: its orders that are not on it are removed, and those known to be newer stay, unless
     * it is to be taken as it is.
     */
    listRead: {
      prepare: (outletId: string, listed: Order[], asItIs = false) => ({
        payload: { outletId, listed },
        meta: { at: Date.now(), asItIs },
      }),
      reducer(
        state,
        { payload, meta }: PayloadAction<{ outletId: string; listed: Order[] }, string, ListMeta>,
      ) {
        const { outletId } = payload;
        const feed = feedOf(state, outletId);
        if (!feed) return;
        const before = meta.asItIs ? withoutOutlet(plain(state), outletId) : plain(state);
        if (meta.asItIs) state.gone = {};
        const next = payload.listed.flatMap((listedOrder) => {
          const order = ofOutlet(listedOrder, outletId);
          if (isOvertaken(order, before, outletId)) return [];
          const taken = newestOf(order, before);
          return taken && isLive(taken) ? [taken] : [];
        });
        const stay = before.sorted.filter(
          (order) => order.outletId !== outletId || isOvertaken(order, before, outletId),
        );
        Object.assign(state, { sorted: sortedOnce([...next, ...stay]) });
        Object.assign(feed, { loaded: true, listReadAt: meta.at, problem: null });
      },
    },
    unreadableRead(state, { payload }: PayloadAction<Pick<OutletFeed, 'outletId' | 'unreadable'>>) {
      Object.assign(feedOf(state, payload.outletId) ?? {}, payload);
    },
    timelinesRead: (state, { payload }: PayloadAction<OrderTimeline[]>) =>
      frozen(withTimelines(plain(state), payload)),
    /** With `anew` they are a change even if they are the same: what printed nothing by the earlier ones does now. */
    lapsesRead(
      state,
      { payload }: PayloadAction<Pick<OutletFeed, 'outletId' | 'lapses'> & { anew?: boolean }>,
    ) {
      const { outletId, lapses, anew } = payload;
      const feed = feedOf(state, outletId);
      // An answer from just before the outlet closed would stay.
      if (!feed || feed.trading === false) return;
      // It is said every second, and nothing may be drawn again while nothing has changed.
      if (anew || JSON.stringify(feed.lapses) !== JSON.stringify(lapses)) feed.lapses = [...lapses];
    },
    listFailed(state, { payload }: PayloadAction<{ outletId: string; problem: string }>) {
      Object.assign(feedOf(state, payload.outletId) ?? {}, payload);
    },
    /** One, or those that arrived together, in their order. */
    orderChanged: (state, { payload }: PayloadAction<Order | Order[]>) =>
      frozen(withChanges(plain(state), [payload].flat())),
  },
});

export const {
  feedOpened,
  feedClosed,
  outletRead,
  deafChanged,
  connectionChanged,
  severalAllowed,
  clockCorrected,
  lapsesRead,
  listAsked,
  listRead,
  listFailed,
  orderChanged,
  timelinesRead,
  unreadableRead,
} = ordersSlice.actions;

type WithOrders = { orders?: OrdersState | undefined };

/** The state is loaded with the first signed-in screen. */
const stateOf = ({ orders: state }: WithOrders): OrdersState => state ?? initialState;

/** What is watched, with the lists of all outlets as one. */
export const selectLive = createSelector([stateOf], (state) => ({
  ...state,
  ...listsTogether(state.outlets),
}));

/** The watched outlets. */
export const selectFeeds = (state: WithOrders) => stateOf(state).outlets;

/** Their ids as one text, which changes when others are watched. */
export const selectFeedIds = createSelector([selectFeeds], (feeds) => idsOf(feeds));

/** An outlet's name, if several are watched: then an order's number alone does not say which one is meant. */
export function selectOutletName(state: WithOrders, outletId: string): string | null {
  const known = stateOf(state);
  return known.outlets.length > 1 ? feedOf(known, outletId)?.outletName || null : null;
}

/** The list of an outlet, or of all watched ones as one. */
export const selectLists = (state: WithOrders, outletId: string | null) => {
  const known = stateOf(state);
  return (outletId !== null && feedOf(known, outletId)) || listsTogether(known.outlets);
};

export const selectOrder = (state: WithOrders, id: string): Order | undefined =>
  knownOrder(stateOf(state), id);

/** A number that differs after each change of the order here; 0 before any, and for servers with versions. */
export const selectLastChange = (state: WithOrders, id: string): number => stateOf(state).lastChange[id] ?? 0;

/** Whether an order on an outlet's list has changed here since the list was requested. */
export const selectIsOvertaken = (state: WithOrders, outletId: string, listed: readonly Order[]): boolean =>
  listed.some((order) => isOvertaken(order, stateOf(state), outletId));

const selectSorted = (state: WithOrders) => stateOf(state).sorted;

const outletWanted = (_state: WithOrders, outletId: string | null = null) => outletId;

const areAllOf = (state: WithOrders, wanted: string | null = null) =>
  wanted === null || selectFeeds(state).every(({ outletId }) => outletId === wanted);

/** The orders of an outlet, or of all watched ones. */
export const selectOrders = createSelector(
  [selectSorted, outletWanted, areAllOf],
  (sorted, wanted, areAll) => (areAll ? sorted : sorted.filter(({ outletId }) => outletId === wanted)),
);

const columnOf = perOrder(boardColumn);

/** Sorted by priority, then oldest first, unless the person chose newest first. */
export const selectBoard = createSelector(
  [selectOrders, (_state: WithOrders, _outletId: string | null, newestFirst: boolean) => newestFirst],
  (sorted, newestFirst) => boardOf(sorted, newestFirst, columnOf),
);

/** What must ring: the pending orders of all watched outlets. */
export const selectPending = createSelector([selectSorted], (sorted) => {
  const pending: Order[] = [];
  // A frozen list is filtered three times as slowly.
  for (const order of sorted) if (statusGroups.pending.has(order.status)) pending.push(order);
  return pending;
});

/** The figures above the board, of an outlet or of all, in pence; what is still to be answered is not at risk. */
export const selectFigures = createSelector([selectOrders], figuresOf);
