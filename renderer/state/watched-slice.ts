import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { KnownOutlet, RememberedOutlet } from '#shared/host/session.ts';

/** The outlets that this screen watches, whichever page it shows. */
export type Watched = {
  /** The one that is open, or was last; watched whether chosen or not. */
  outlet: KnownOutlet | null;
  /** Those that a person has chosen for this screen; none until somebody has. */
  chosen: KnownOutlet[];
  /** False until it is known whether, and which, outlet was watched last. */
  known: boolean;
  /** What a screen reader says next. */
  spoken: string;
};

const initialState: Watched = { outlet: null, chosen: [], known: false, spoken: '' };

export const watchedSlice = createSlice({
  name: 'watched',
  initialState,
  reducers: {
    /** The outlet that this computer watched last; ignored if a person has chosen another meanwhile. */
    lastOutletRead(state, { payload }: PayloadAction<RememberedOutlet | null>) {
      if (state.known) return;
      const { chosen = [], ...outlet } = payload ?? {};
      Object.assign(state, { outlet: payload && outlet, chosen, known: true });
    },
    /** Watches this outlet's orders, and those of the chosen ones, on every page from now on. */
    outletOpened(state, { payload: outletId }: PayloadAction<string>) {
      state.known = true;
      if (state.outlet?.outletId !== outletId) state.outlet = { outletId, outletName: '', trading: null };
    },
    outletsChosen(state, { payload }: PayloadAction<KnownOutlet[]>) {
      state.chosen = payload;
    },
    outletForgotten(state, { payload: outletId }: PayloadAction<string>) {
      state.chosen = state.chosen.filter((outlet) => outlet.outletId !== outletId);
      if (state.outlet?.outletId === outletId) state.outlet = state.chosen[0] ?? null;
    },
    unwatched: () => initialState,
    said(state, { payload }: PayloadAction<string>) {
      state.spoken = payload;
    },
  },
});

export const { lastOutletRead, outletOpened, outletsChosen, outletForgotten, unwatched, said } =
  watchedSlice.actions;
