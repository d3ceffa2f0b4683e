import { useEffect, useRef } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { ticker } from './ticker.ts';
import styles from './timer.module.css';

/** How long ago an order came, M:ss; the ticker writes it, so that nothing renders each second. */
export function Elapsed({ order, countdown = false }: { order: Order; countdown?: boolean }) {
  const element = useRef<HTMLSpanElement>(null);
  const { createdAt, cameAt, completedAt, endedAt, expiresAt, status } = order;
  useEffect(
    function keepTime() {
      return element.current
        ? ticker.show(
            element.current,
            { createdAt, cameAt, completedAt, endedAt, expiresAt, status },
            countdown,
          )
        : undefined;
    },
    [createdAt, cameAt, completedAt, endedAt, expiresAt, status, countdown],
  );
  return <span ref={element} className={styles.timer} data-elapsed />;
}
