import type { Order } from '#shared/api/orders.ts';
import { OrderDetail } from '../../../renderer/features/orders/order-detail.tsx';
import { useTickedLines } from '../../../renderer/features/orders/use-ticked-lines.ts';

/** An order in full, as the board shows the one that is open. */
export function OpenedOrder({ order, acting = true }: { order: Order; acting?: boolean }) {
  const ticked = useTickedLines(order.id);
  return <OrderDetail order={order} acting={acting} ticked={ticked} onClose={() => undefined} />;
}
