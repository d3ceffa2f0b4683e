import { TriangleAlert } from 'lucide-react';
import type { UnreadableOrder } from '../api/read-orders.ts';
import styles from './unreadable-orders.module.css';

/** A card for each order that this app cannot read, so that staff see it. */
export function UnreadableOrders({ orders }: { orders: readonly UnreadableOrder[] }) {
  if (orders.length === 0) return null;
  return (
    <ul className={styles.list}>
      {orders.map((order) => (
        <li key={order.place}>
          <article className={styles.card} role="alert">
            <TriangleAlert aria-hidden="true" />
            <div>
              <h3>
                {order.orderNumber === '' ? 'An order' : `Order ${order.orderNumber}`} cannot be shown here
              </h3>
              <p>
                The server says something of it that this app does not know
                {order.status === '' ? '' : ` (“${order.status}”)`}. Look for it on another screen, and update
                this one.
              </p>
            </div>
          </article>
        </li>
      ))}
    </ul>
  );
}
