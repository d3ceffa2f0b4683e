import type { AppDispatch, RootState } from './store.ts';
import { outletOpened } from './watched-slice.ts';

/**
 * A page's address names an outlet that the server has not said anything of yet. Anybody may have made that address, so
 * the outlet takes no other's place; where none is watched it is, whether the server can be reached or not.
 */
export const outletAddressed =
  (outletId: string) =>
  (dispatch: AppDispatch, getState: () => RootState): void => {
    const { known, outlet } = getState().watched;
    if (known && outlet === null) dispatch(outletOpened(outletId));
  };
