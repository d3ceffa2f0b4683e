import { apiSlice } from '../api/api-slice.ts';
import { answerAlarms } from '../live/duties/answer-alarms.ts';
import { hearOrders } from '../live/duties/hear-orders.ts';
import { hearForTheSeller } from '../live/duties/hear-for-the-seller.ts';
import { keepFeed } from '../live/duties/keep-feed.ts';
import { knowOutlets } from '../live/duties/know-outlet.ts';
import { ringAndAnnounce } from '../live/duties/ring-and-announce.ts';
import { tellStations } from '../live/duties/tell-stations.ts';
import { takeUpLastOutlet } from '../live/duties/take-up-last-outlet.ts';
import { withdrawUndo } from '../live/duties/withdraw-undo.ts';
import { printByItself } from '../print/print-by-itself.ts';
import { withdrawTickets } from '../print/withdraw-tickets.ts';
import { ordersSlice } from '../state/orders-slice.ts';
import type { AppStore, Services } from '../state/store.ts';

/** What a till does besides its screens. Each is a function of the store that returns its own stop function. */
const duties = [
  takeUpLastOutlet,
  keepFeed,
  knowOutlets,
  hearOrders,
  hearForTheSeller,
  ringAndAnnounce,
  answerAlarms,
  printByItself,
  withdrawTickets,
  tellStations,
  withdrawUndo,
];

export function startDuties(store: AppStore, services: Services): () => void {
  services.addApi(apiSlice, ordersSlice);
  const ends = duties.map((start) => start(store, services));
  return () => ends.forEach((end) => end());
}
