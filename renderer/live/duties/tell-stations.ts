import { statusGroups } from '#shared/base/order-statuses.ts';
import { printedAt } from '#shared/print/printed-at.ts';
import { selectFeeds, selectOrders } from '../../state/orders-slice.ts';
import { selectAllAtStations, selectAtStation, stationsAt } from '../../state/stations-here.ts';
import type { AppStore, Services } from '../../state/store.ts';
import { reportPrinted, reportStage } from '../../state/watching.ts';
import { whenever } from '../../state/whenever.ts';
import { afterPaint } from '../../ui/after-paint.ts';

/**
 * Reports which stations' lines this screen has, also those that are handed over to it later, and whose tickets its
 * printers have printed; nothing of an outlet without stations.
 */
export function tellStations(store: AppStore, { platform }: Services): () => void {
  function tell(): void {
    const { jobs, settings } = platform.printing();
    const state = store.getState();
    const withStations = selectFeeds(state).filter(
      ({ outletId }) => selectAtStation(state, outletId).stations.length > 0,
    );
    for (const order of withStations.flatMap(({ outletId }) => selectOrders(state, outletId))) {
      const stations = stationsAt(state, order);
      if (stations.length === 0) continue;
      if (statusGroups.pending.has(order.status) || statusGroups.inProgress.has(order.status))
        store.dispatch(reportStage(order.id, 'received'));
      for (const printed of printedAt(stations, jobs.get(order.id) ?? [], settings.printers))
        store.dispatch(reportPrinted(order, printed));
    }
  }

  /** The orders are shown first. */
  const tellSoon = () => afterPaint(tell);

  const ends = [
    whenever(store, (state) => selectOrders(state), tellSoon),
    whenever(store, selectAllAtStations, tellSoon),
    platform.onPrintingChanged(tellSoon),
  ];
  return () => ends.forEach((end) => end());
}
