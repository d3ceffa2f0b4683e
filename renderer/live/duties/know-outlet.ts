import { apiSlice } from '../../api/api-slice.ts';
import { outletQuery } from '../../state/queries.ts';
import type { AppStore, Services } from '../../state/store.ts';
import { whenever } from '../../state/whenever.ts';
import { outletRead, selectLive } from '../../state/orders-slice.ts';
import { outletForgotten } from '../../state/watched-slice.ts';

/** Stores what is known of the watched outlet, in the state and for this computer's next start. */
export function knowOutlet(store: AppStore, { platform }: Services): () => void {
  return whenever(
    store,
    (state) => selectLive(state).outletId,
    (outletId) => {
      if (outletId === null) return;
      const query = store.dispatch(apiSlice.endpoints.outlet.initiate(outletId));
      const read = outletQuery(outletId);
      const ends = [
        whenever(
          store,
          (state) => read(state).data,
          (outlet) => {
            if (!outlet) return;
            const known = { outletName: outlet.name, trading: outlet.availability === 'open' };
            store.dispatch(outletRead(known));
            platform.rememberOutlet({ outletId, ...known });
          },
        ),
        // The outlet is another seller's, or was deleted: nothing of it is listened for.
        whenever(
          store,
          (state) => isNotFound(read(state).error),
          (gone) => {
            if (!gone) return;
            store.dispatch(outletForgotten());
            platform.rememberOutlet(null);
          },
        ),
      ];
      return () => {
        ends.forEach((end) => end());
        query.unsubscribe();
      };
    },
  );
}

function isNotFound(error: unknown): boolean {
  return typeof error === 'object' && error !== null && 'status' in error && error.status === 404;
}
