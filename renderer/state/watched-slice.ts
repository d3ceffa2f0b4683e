import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { RememberedOutlet } from '#shared/host/platform.ts';

/** Which outlet this screen watches: one at a time, whichever screen is open. */
export type Watched = {
  outlet: RememberedOutlet | null;
  /** False until it is known which outlet was watched last, if any was. */
  known: boolean;
  /** What a screen reader says next. */
  spoken: string;
};

const initialState: Watched = { outlet: null, known: false, spoken: '' };

export const watchedSlice = createSlice({
  name: 'watched',
  initialState,
  reducers: {
    /** What this computer watched last; a person may have chosen another meanwhile. */
    lastOutletRead(state, { payload }: PayloadAction<RememberedOutlet | null>) {
      if (!state.known) Object.assign(state, { outlet: payload, known: true });
    },
    /** This is the outlet whose orders are watched, on every screen from now on. */
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
