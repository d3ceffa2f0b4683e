import type { KnownOutlet, RememberedOutlet } from '#shared/host/session.ts';
import { apiSlice } from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import { outletQuery } from '../../state/queries.ts';
import type { AppStore, RootState, Services } from '../../state/store.ts';
import { whenever } from '../../state/whenever.ts';
import { outletRead, selectFeedIds, selectFeeds } from '../../state/orders-slice.ts';
import { outletForgotten } from '../../state/watched-slice.ts';

/** Stores what is known of the watched outlets, in the state and for this computer's next start. */
export function knowOutlets(store: AppStore, services: Services): () => void {
  return whenever(store, selectFeedIds, (ids) => {
    const ends = (ids === '' ? [] : ids.split('\n')).map((outletId) => knowOutlet(outletId, store, services));
    return () => ends.forEach((end) => end());
  });
}

function knowOutlet(outletId: string, store: AppStore, { platform }: Services): () => void {
  const query = store.dispatch(apiSlice.endpoints.outlet.initiate(outletId));
  const read = outletQuery(outletId);
  const ends = [
    whenever(
      store,
      (state) => read(state).data,
      (outlet) => {
        if (!outlet) return;
        const trading = outlet.availability === 'open';
        store.dispatch(outletRead({ outletId, outletName: outlet.name, trading }));
        remember();
      },
    ),
    // The outlet is another seller's, or was deleted, says the server itself: nothing of it is listened for.
    whenever(
      store,
      (state) => isGone(read(state).error as Failure | undefined),
      (gone) => {
        if (!gone) return;
        store.dispatch(outletForgotten(outletId));
        remember();
      },
    ),
  ];

  function remember(): void {
    const remembered = rememberedOf(store.getState());
    if (remembered !== undefined) platform.rememberOutlet(remembered);
  }

  return () => {
    ends.forEach((end) => end());
    query.unsubscribe();
  };
}

/** What the next start should know; undefined until the server has said what the open outlet is. */
function rememberedOf(state: RootState): RememberedOutlet | null | undefined {
  const { outlet, chosen } = state.watched;
  if (outlet === null) return null;
  const known = ({ outletId, outletName, trading }: KnownOutlet): KnownOutlet => {
    const read = selectFeeds(state).find((feed) => feed.outletId === outletId);
    return read
      ? { outletId, outletName: read.outletName, trading: read.trading }
      : { outletId, outletName, trading };
  };
  const open = known(outlet);
  if (open.trading === null) return undefined;
  return chosen.length === 0 ? open : { ...open, chosen: chosen.map(known) };
}

const isGone = (error: Failure | undefined): boolean => error?.status === 404 && !error.isNotOfApi;
