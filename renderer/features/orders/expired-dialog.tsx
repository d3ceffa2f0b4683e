import { useEffect, useState } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { markOf } from '../../orders/place-of.ts';
import { useServices } from '../../state/hooks.ts';
import { Dialog } from '../../ui/dialog.tsx';

/** Shown for an open order that has left the live list. */
export function ExpiredDialog({ orderId, onClose }: { orderId: string; onClose: () => void }) {
  const { client } = useServices();
  const [order, setOrder] = useState<Order | null>(null);
  useEffect(
    function readWhatBecameOfIt() {
      let wanted = true;
      client.call('GET /sellers/orders/:orderId', { params: { orderId } }).then(
        (read) => wanted && setOrder(read),
        () => wanted && onClose(),
      );
      return () => {
        wanted = false;
      };
    },
    [client, orderId, onClose],
  );
  useEffect(
    function leaveWhatWasCancelledHere() {
      if (order && order.status !== 'deliver_expired') onClose();
    },
    [order, onClose],
  );
  if (order?.status !== 'deliver_expired') return null;
  return (
    <Dialog title={`Order ${markOf(order)} has expired`} onClose={onClose}>
      <p>This order has expired and is no longer available.</p>
    </Dialog>
  );
}
