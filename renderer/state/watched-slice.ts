import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RememberedOutlet } from '#shared/host/session.ts';

/** The outlet that this screen watches: one at a time, on all screens. */
export type Watched = {
  outlet: RememberedOutlet | null;
  /** False until it is known whether, and which, outlet was watched last. */
  known: boolean;
  /** What a screen reader says next. */
  spoken: string;
};

const initialState: Watched = { outlet: null, known: false, spoken: '' };

export const watchedSlice = createSlice({
  name: 'watched',
  initialState,
  reducers: {
    /** The outlet that this computer watched last; ignored if a person has chosen another meanwhile. */
    lastOutletRead(state, { payload }: PayloadAction<RememberedOutlet | null>) {
      if (!state.known) Object.assign(state, { outlet: payload, known: true });
    },
    /** Watches this outlet's orders, on every screen from now on. */
    outletChosen(state, { payload: outletId }: PayloadAction<string>) {
      state.known = true;
      if (state.outlet?.outletId !== outletId) state.outlet = { outletId, outletName: '', trading: null };
    },
    outletForgotten(state) {
      state.outlet = null;
    },
    unwatched: () => initialState,
    said(state, { payload }: PayloadAction<string>) {
      state.spoken = payload;
    },
  },
});

export const { lastOutletRead, outletChosen, outletForgotten, unwatched, said } = watchedSlice.actions;
