import type { KnownOutlet } from '#shared/host/session.ts';
import type { AppStore, Services } from '../../state/store.ts';
import { onceLoaded } from '../../state/once-loaded.ts';
import { whenever } from '../../state/whenever.ts';
import { feedClosed, feedOpened } from '../../state/orders-slice.ts';
import { selectWatchedIds, selectWatchedOutlets } from '../../state/watching.ts';
import { afterPaint } from '../../ui/after-paint.ts';

/** Runs the live feed while outlets are watched; one feed for all of them. */
export function keepFeed(store: AppStore, services: Services): () => void {
  return whenever(store, selectWatchedIds, (ids) =>
    ids === '' ? undefined : openFeed(selectWatchedOutlets(store.getState()), store, services),
  );
}

/** The feed is loaded with the first outlet, so that signing in does not wait for it. */
const loadFeed = () => Promise.all([import('../live-feed.ts'), import('./feed-options.ts')]);

function openFeed(outlets: KnownOutlet[], store: AppStore, services: Services): () => void {
  const { platform, feed } = services;
  const { dispatch } = store;
  const outletIds = outlets.map(({ outletId }) => outletId);
  dispatch(feedOpened(outlets));
  const screenChanged = () => feed.current?.screenChanged();
  const ends = [
    onceLoaded(loadFeed, ([{ startLiveFeed }, { feedOptions }]) => {
      feed.current = startLiveFeed(feedOptions(outletIds, store, services));
    }),
    platform.onSilentChanged(screenChanged),
    platform.onPreferencesChanged(screenChanged),
    wakeInSight(feed),
  ];
  return () => {
    ends.forEach((end) => end());
    feed.current?.stop();
    feed.current = null;
    dispatch(feedClosed());
  };
}

/** Looks again when a person comes back to this screen; reads all again when the page or the network is back. */
function wakeInSight(feed: Services['feed']): () => void {
  const ended = new AbortController();
  const { signal } = ended;
  const look = () => feed.current?.lookedAt();
  // A page that is shown again becomes visible and has the focus, before its next frame: that is one look.
  const lookOnce = inSight(() => afterPaint(look));
  const wake = inSight(() => feed.current?.wake());
  document.addEventListener('visibilitychange', lookOnce, { signal });
  document.addEventListener('resume', wake, { signal });
  addEventListener('focus', lookOnce, { signal });
  addEventListener('online', wake, { signal });
  return () => ended.abort();
}

const inSight = (act: () => void) => () => {
  if (document.visibilityState === 'visible') act();
};
