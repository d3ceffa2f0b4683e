import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

export type View = {
  /** `auto` becomes compact once the board is full. */
  density: 'auto' | 'compact';
  newestFirst: boolean;
  /** The board shows the orders of all watched outlets. */
  together?: boolean;
  /** The station whose lines this screen shows, by outlet; all lines of an outlet that is left out. */
  stations?: Record<string, string>;
};

/** How this person likes to see the board, and what this screen shows of it; persisted. */
export const viewSlice = createSlice({
  name: 'view',
  initialState: (): View => ({ density: 'auto', newestFirst: false }),
  reducers: {
    viewChanged: (state, { payload }: PayloadAction<Partial<View>>) => ({ ...state, ...payload }),
  },
  selectors: { selectView: (state) => state },
});

export const { viewChanged } = viewSlice.actions;
export const { selectView } = viewSlice.selectors;
