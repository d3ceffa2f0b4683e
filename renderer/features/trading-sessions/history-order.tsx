import { useEffect, useRef, useState } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { formatPence } from '#shared/base/money.ts';
import { canTake } from '#shared/orders/machine.ts';
import { isNotTaken } from '#shared/orders/reading.ts';
import { OrderLines } from '../../orders/order-lines.tsx';
import { StatusChip } from '../../orders/status-chip.tsx';
import { useZone } from '../../orders/use-zone.ts';
import { PrintReceipt } from '../../print/print-buttons.tsx';
import { AgeRefused } from '../../refunds/age-refused.tsx';
import { chargedUnsoldMark } from '../../refunds/charged-unsold-mark.ts';
import { ChargedUnsoldProblem } from '../../refunds/charged-unsold-problem.tsx';
import { refundable, refusedLines } from '../../refunds/refund-amount.ts';
import { RefundDialog } from '../../refunds/refund-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { latePart } from '../../ui/late.tsx';
import { formatClock } from '../../ui/times.ts';
import styles from './history-order.module.css';

const HistoryTimelines = latePart(async () => (await import('./history-timelines.tsx')).HistoryTimelines);

/** One order of a past session: a line that opens its details; they are open and in view if somebody asked for it. */
export function HistoryOrder({ order, isAsked }: { order: Order; isAsked: boolean }) {
  const line = useRef<HTMLDetailsElement>(null);
  useEffect(
    function showTheOrder() {
      if (!isAsked || !line.current) return;
      line.current.open = true;
      line.current.scrollIntoView({ block: 'center' });
      line.current.querySelector('summary')?.focus({ preventScroll: true });
    },
    [isAsked],
  );
  const [opened, setOpened] = useState(false);
  const [refunding, setRefunding] = useState(false);
  const zone = useZone(order.outletId);
  const charged = chargedUnsoldMark(order);
  return (
    <li>
      <details
        ref={line}
        className={styles.order}
        onToggle={({ currentTarget }) => currentTarget.open && setOpened(true)}
      >
        <summary>
          <span className="row-title figures">#{order.orderNumber}</span>
          <span className={styles.place}>{order.tableNumber ? `Table ${order.tableNumber}` : 'Collect'}</span>
          <bdi className={styles.customer}>{order.customerName}</bdi>
          <span className={styles.status}>
            <StatusChip order={order} />
            {(isNotTaken(order) || order.payment.lost) && (
              <Chip colour="late">{order.payment.lost ? 'Payment lost' : 'Payment not taken'}</Chip>
            )}
            {charged && <Chip colour="late">{charged}</Chip>}
          </span>
          <span className={`figures ${styles.time}`} data-time>
            {formatClock(order.createdAt, zone)}
          </span>
          <span className={`figures ${styles.amount}`}>{formatPence(order.amount)}</span>
        </summary>
        {isNotTaken(order) && <p className="row-note">{order.payment.captureError}</p>}
        <div className={styles.lines}>
          <OrderLines order={order} />
          <AgeRefused order={order} />
          <ChargedUnsoldProblem order={order} />
          {opened && <HistoryTimelines order={order} />}
        </div>
        <div className={styles.actions}>
          {canTake(order, 'refund') && refundable(order) > 0 && (
            <Button onClick={() => setRefunding(true)}>Refund</Button>
          )}
          <PrintReceipt order={order} />
        </div>
      </details>
      {refunding && (
        <RefundDialog order={order} lines={refusedLines(order)} onClose={() => setRefunding(false)} />
      )}
    </li>
  );
}
