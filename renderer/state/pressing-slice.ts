import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Order } from '#shared/api/orders.ts';

/** A step that can be undone for 5 s: the order before and after it. */
export type Undo = { before: Order; after: Order };
/** How long a step can be undone, in ms. */
export const UNDO_MS = 5_000;

type PressingState = {
  /** Orders with a pending command. */
  busy: string[];
  undo: Undo | null;
  /** How many Undo buttons beside the order itself can be seen. */
  undoInSight: number;
};
const initialState: PressingState = { busy: [], undo: null, undoInSight: 0 };

/** What the person has just pressed. */
export const pressingSlice = createSlice({
  name: 'pressing',
  initialState,
  reducers: {
    busyStarted(state, { payload }: PayloadAction<string>) {
      state.busy.push(payload);
    },
    busyEnded(state, { payload }: PayloadAction<string>) {
      state.busy = state.busy.filter((id) => id !== payload);
    },
    undoOffered(state, { payload }: PayloadAction<Undo>) {
      state.undo = payload;
    },
    undoWithdrawn(state) {
      state.undo = null;
    },
    undoSeen(state, { payload }: PayloadAction<1 | -1>) {
      state.undoInSight += payload;
    },
  },
  selectors: {
    selectBusy: (state) => state.busy,
    selectUndo: (state) => state.undo,
    selectUndoOf: ({ undo }, orderId: string) => (undo?.after.id === orderId ? undo : null),
    selectIsUndoInSight: (state) => state.undoInSight > 0,
  },
});

export const { busyStarted, busyEnded, undoOffered, undoWithdrawn, undoSeen } = pressingSlice.actions;
export const { selectBusy, selectUndo, selectUndoOf, selectIsUndoInSight } = pressingSlice.selectors;
