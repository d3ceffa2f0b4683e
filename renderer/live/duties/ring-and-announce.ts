import { selectAlarms } from '../../state/queries.ts';
import type { AppStore, RootState, Services } from '../../state/store.ts';
import { whenever } from '../../state/whenever.ts';
import { orderAlerts, waitingText } from '../alerts.ts';
import { selectFeedIds, selectFeeds, selectLive, selectOutletName } from '../../state/orders-slice.ts';
import { ticker } from '../../orders/ticker.ts';
import { afterPaint } from '../../ui/after-paint.ts';
import { nameUrgent } from '../../ui/window-title.ts';
import { selectPendingHere } from '../../state/stations-here.ts';
import { said } from '../../state/watched-slice.ts';
import {
  reportStage,
  selectIsUnknown,
  selectMayWatch,
  selectWatchedIds,
  selectWatchedOutlets,
} from '../../state/watching.ts';

/**
 * Rings while orders are pending at the stations that this screen shows, or nobody has seen one at any outlet of the seller; announces each order once,
 * and reports what was announced.
 */
export function ringAndAnnounce(store: AppStore, { platform }: Services): () => void {
  const unsaid: string[] = [];
  /** As one message: of several in one frame a screen reader reads only the last. */
  function sayAll(): void {
    if (unsaid.length > 0) store.dispatch(said(unsaid.splice(0).join('. ')));
  }
  const alerts = orderAlerts(
    platform,
    (text) => {
      unsaid.push(text);
      afterPaint(sayAll);
    },
    (outletId) => selectOutletName(store.getState(), outletId),
  );
  function ring(): void {
    const state = store.getState();
    if (!isDecided(state)) return;
    // What this screen shows of its own outlets is newer than what it was told of as an alarm.
    const watched = new Set(selectWatchedOutlets(state).map(({ outletId }) => outletId));
    const elsewhere = selectAlarms(state).filter(({ outletId, drill }) => drill || !watched.has(outletId));
    alerts.pending(selectPendingHere(state), selectMayWatch(state) ? elsewhere : []);
  }
  function showCount(): void {
    nameUrgent(waitingText(selectPendingHere(store.getState()).length));
  }
  const ends = [
    whenever(store, (state) => (isDecided(state) ? selectPendingHere(state) : null), ring),
    whenever(store, selectAlarms, ring),
    whenever(
      store,
      (state) => selectPendingHere(state).length,
      // To the browser a title is a message to another process.
      () => afterPaint(showCount),
    ),
    whenever(
      store,
      (state) => selectLive(state).clockAheadMs,
      (aheadMs) => ticker.correct(aheadMs),
    ),
    platform.onAlerted((orderIds) =>
      orderIds.forEach((orderId) => store.dispatch(reportStage(orderId, 'alerted'))),
    ),
  ];
  return () => {
    ends.forEach((end) => end());
    platform.setRinging([]);
  };
}

/**
 * Whether this page knows which orders must ring. Not while it is starting: the page before may have rung for orders
 * that still wait.
 */
function isDecided(state: RootState): boolean {
  if (state.session.status === 'restoring' || selectIsUnknown(state)) return false;
  const feeds = selectFeeds(state);
  // Until these outlets' feed is open, the known orders are those of the outlets before.
  if (selectWatchedIds(state) !== selectFeedIds(state)) return false;
  // A list that cannot be read now must not keep the others' orders from ringing.
  const settled = feeds.every(({ loaded, problem }) => loaded || problem !== null);
  return feeds.length === 0 || (settled && feeds.some(({ loaded }) => loaded));
}
