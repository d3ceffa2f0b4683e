import { Ellipsis } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { LineCount, Order } from '#shared/api/orders.ts';
import { canTake } from '#shared/orders/machine.ts';
import { cardWords } from '#shared/orders/card-words.ts';
import { isNotTaken } from '#shared/orders/reading.ts';
import { asksForAge, nextSteps } from '#shared/orders/next-steps.ts';
import { stepAt } from '#shared/orders/stations.ts';
import { itemStatuses, itemStatusLabels, type ItemStatus } from '#shared/base/order-statuses.ts';
import { OutletTag } from '../../orders/outlet-tag.tsx';
import { numberOf } from '../../orders/place-of.ts';
import { OrderAmounts, OrderLine, OrderNote } from '../../orders/order-lines.tsx';
import { OrderTimeline } from '../../orders/order-timeline.tsx';
import { ReadyTime } from '../../orders/ready-time.tsx';
import { StationTimeline } from '../../orders/station-timeline.tsx';
import { useIsBusy, useOrderCommands } from '../../orders/use-order-commands.ts';
import { useZone } from '../../orders/use-zone.ts';
import { ItemStatusChip, StatusChip } from '../../orders/status-chip.tsx';
import { Elapsed } from '../../orders/timer.tsx';
import { PrintButtons } from '../../print/print-buttons.tsx';
import { AgeRefused } from '../../refunds/age-refused.tsx';
import { ChargedUnsoldProblem } from '../../refunds/charged-unsold-problem.tsx';
import { refusedLines } from '../../refunds/refund-amount.ts';
import { RefundDialog } from '../../refunds/refund-dialog.tsx';
import { Button } from '../../ui/button.tsx';
import { deliberate } from '../../ui/deliberate.ts';
import { latePart } from '../../ui/late.tsx';
import { Problem } from '../../ui/problem.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { formatClock } from '../../ui/times.ts';
import { AgeCheck } from './age-check.tsx';
import { useHere } from './at-station.ts';
import { LineStations } from './elsewhere.tsx';
import { OrderExtras } from './order-extras.tsx';
import { UndoHere } from './undo-here.tsx';
import { LineSoldOut } from './line-sold-out.tsx';
import type { TickedLines } from './use-ticked-lines.ts';
import styles from './order-detail.module.css';

const SoldOutSince = latePart(async () => (await import('./sold-out-since.tsx')).SoldOutSince);
const OrderAlerts = latePart(async () => (await import('../../escalation/order-alerts.tsx')).OrderAlerts);

type OrderDetailProps = {
  order: Order;
  acting: boolean;
  ticked: TickedLines;
  onClose: () => void;
};

/** One order in full, with every step that is legal now. */
export function OrderDetail({ order, acting, ticked, onClose }: OrderDetailProps) {
  const commands = useOrderCommands();
  const busy = useIsBusy(order.id);
  const zone = useZone(order.outletId);
  const [extras, setExtras] = useState(false);
  const [refunding, setRefunding] = useState<LineCount[] | null>(null);
  const { order: here } = useHere(order);
  const movable = acting && canTake(order, 'progressItems');
  // What was ticked before somebody else moved the order on can be moved no more.
  const selected = movable ? ticked.lines : [];
  const toggle = (id: string) =>
    ticked.tick(order.id, (ids) => (ids.includes(id) ? ids.filter((other) => other !== id) : [...ids, id]));
  /** At the end the two answers are the order's own next steps, below. */
  const asksBelow = asksForAge(order) && order.status === 'deliver_enroute' && selected.length === 0;
  const hasExtras = acting && (canTake(order, 'cancel') || canTake(order, 'regress'));

  async function move(status: ItemStatus) {
    // Others may be ticked before the server has answered.
    if (await commands.moveItems(order, [...selected], status))
      ticked.tick(order.id, (ids) => ids.filter((id) => !selected.includes(id)));
  }

  return (
    <SidePanel
      heading={`Order ${numberOf(order)}`}
      beside={
        <>
          <OutletTag outletId={order.outletId} />
          <StatusChip order={order} />
        </>
      }
      closeLabel="Back to the board"
      onClose={onClose}
      data-order-id={order.id}
      data-keeps-focus
    >
      <div className={styles.scroll} role="region" aria-label="Details" tabIndex={0}>
        <dl className={`${styles.facts} figures`}>
          <Fact label={order.tableNumber ? 'Table' : 'Service'}>{order.tableNumber ?? 'Collect'}</Fact>
          <Fact label="Created">{formatClock(order.createdAt, zone)}</Fact>
          <Fact label="Elapsed">
            <Elapsed order={order} />
          </Fact>
          <Fact label="Customer" wide>
            <bdi>{order.customerName}</bdi>
          </Fact>
          {order.payment.card && <Fact label="Card">{cardWords(order.payment.card)}</Fact>}
          {order.completedAt && <Fact label="Closed">{formatClock(order.completedAt, zone)}</Fact>}
        </dl>
        <ReadyTime order={order} acting={acting} />
        <OrderNote order={order} />
        <AgeRefused order={order} />
        {acting && !asksBelow && <AgeCheck order={order} />}
        {order.noteUnread && acting && (
          <Button busy={busy} onClick={() => void commands.readNote(order)}>
            Tick note as read
          </Button>
        )}
        <ChargedUnsoldProblem order={order} />
        {isNotTaken(order) && (
          <Problem role="status">Payment not taken. {order.payment.captureError}</Problem>
        )}
        <ul>
          {order.items.map((line) => {
            const status = order.itemStatus.find(({ id }) => id === line.id)?.status ?? 'waiting';
            return (
              <li key={line.id} className={styles.line} data-line>
                <OrderLine as="label" className={styles.label} line={line}>
                  {movable && (
                    <input
                      type="checkbox"
                      checked={selected.includes(line.id)}
                      onChange={() => toggle(line.id)}
                    />
                  )}
                </OrderLine>
                <span className={styles.progress}>
                  <ItemStatusChip status={status} />
                  <LineStations line={line} outletId={order.outletId} />
                </span>
                {acting && order.endedAt === null && line.itemId && (
                  <LineSoldOut outletId={order.outletId} line={line} />
                )}
              </li>
            );
          })}
        </ul>
        {acting && order.payment.refundedLines && canTake(order, 'refund') && (
          <SoldOutSince order={order} onRefund={setRefunding} />
        )}
        <OrderAmounts order={order} />
        <PrintButtons order={order} />
        <OrderTimeline order={order} />
        <StationTimeline order={order} />
        <OrderAlerts order={order} />
      </div>
      {acting && nextSteps(order).length > 0 && (
        <footer className={styles.foot}>
          {selected.length > 0 ? (
            <fieldset className={styles.moves}>
              <legend>{selected.length === 1 ? 'Move 1 item to' : `Move ${selected.length} items to`}</legend>
              {itemStatuses.map((status) => (
                <Button key={status} busy={busy} onClick={() => void move(status)}>
                  {busy ? 'One moment' : itemStatusLabels[status]}
                </Button>
              ))}
            </fieldset>
          ) : (
            <>
              <UndoHere order={order} />
              <PrimaryStep order={order} here={here} onRefund={() => setRefunding(refusedLines(order))} />
              {asksBelow && (
                <Button size="large" busy={busy} onClick={() => void commands.checkAge(order, 'refused')}>
                  18+ refused
                </Button>
              )}
            </>
          )}
          {hasExtras && (
            <Button
              className={styles.more}
              aria-label="More"
              aria-haspopup="dialog"
              onClick={() => setExtras(true)}
            >
              <Ellipsis aria-hidden="true" />
            </Button>
          )}
        </footer>
      )}
      {extras && <OrderExtras order={order} onClose={() => setExtras(false)} />}
      {refunding && <RefundDialog order={order} lines={refunding} onClose={() => setRefunding(null)} />}
    </SidePanel>
  );
}

type FactProps = { label: string; wide?: boolean; children: ReactNode };

function Fact({ label, wide = false, children }: FactProps) {
  return (
    <div className={wide ? styles.wide : undefined}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

type PrimaryStepProps = { order: Order; here: Order; onRefund: () => void };

function PrimaryStep({ order, here, onRefund }: PrimaryStepProps) {
  const commands = useOrderCommands();
  const busy = useIsBusy(order.id);
  const [step] = nextSteps(order);
  if (step?.command === 'refund')
    return (
      <Button size="large" className={styles.primary} onClick={onRefund}>
        {step.label}
      </Button>
    );
  const primary = stepAt(order, here);
  if (!primary) return null;
  return (
    <Button
      tone="primary"
      size="large"
      className={styles.primary}
      busy={busy}
      onClick={deliberate(() => void commands.primary(order, here))}
    >
      {busy ? 'One moment' : primary.label}
    </Button>
  );
}
