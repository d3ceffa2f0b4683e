import type { Order } from '#shared/api/orders.ts';
import { OrderAlerts } from '../../escalation/order-alerts.tsx';
import { OrderTimeline } from '../../orders/order-timeline.tsx';
import { StationTimeline } from '../../orders/station-timeline.tsx';

/** What was done with an order, when and at which screen, and whom it told while nobody had seen it. */
export function HistoryTimelines({ order }: { order: Order }) {
  return (
    <>
      <OrderTimeline order={order} />
      <StationTimeline order={order} />
      <OrderAlerts order={order} />
    </>
  );
}
