import { brand } from '#shared/base/brand.ts';
import { selectAlarms } from '../../state/queries.ts';
import type { AppStore, RootState, Services } from '../../state/store.ts';
import { whenever } from '../../state/whenever.ts';
import { orderAlerts, titleFor } from '../alerts.ts';
import { selectLive, selectPending } from '../../state/orders-slice.ts';
import { ticker } from '../../orders/ticker.ts';
import { said } from '../../state/watched-slice.ts';
import { reportStage, selectIsUnknown, selectMayWatch, selectWatchedOutlet } from '../../state/watching.ts';

/**
 * Rings while orders are pending here, or nobody has seen one at any outlet of the seller; announces each order once,
 * and reports what was announced.
 */
export function ringAndAnnounce(store: AppStore, { platform }: Services): () => void {
  const alerts = orderAlerts(platform, (text) => store.dispatch(said(text)));
  function ring(): void {
    const state = store.getState();
    if (!isDecided(state)) return;
    // What this screen shows of its own outlet is newer than what it was told of as an alarm.
    const watched = selectWatchedOutlet(state)?.outletId;
    const elsewhere = selectAlarms(state).filter(({ outletId, drill }) => drill || outletId !== watched);
    alerts.pending(selectPending(state), selectMayWatch(state) ? elsewhere : []);
  }
  const ends = [
    whenever(store, (state) => (isDecided(state) ? selectPending(state) : null), ring),
    whenever(store, selectAlarms, ring),
    whenever(
      store,
      (state) => selectPending(state).length,
      (count) => {
        document.title = titleFor(brand.name, count);
      },
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
  const watched = selectWatchedOutlet(state);
  const { outletId, loaded } = selectLive(state);
  // Until this outlet's feed is open, the known orders are those of the outlet before.
  return watched === null || (outletId === watched.outletId && loaded);
}
