import { memo } from 'react';
import { shortAllergensText } from '#shared/base/allergens.ts';
import { formatPence } from '#shared/base/money.ts';
import { noteMark } from '#shared/orders/notes.ts';
import {
  boardColumn,
  isNotTaken,
  type OrderTitle,
  orderTitle,
  progressPercent,
} from '#shared/orders/reading.ts';
import { stepAt } from '#shared/orders/stations.ts';
import type { Order } from '#shared/api/orders.ts';
import { LineOptions } from '../../orders/line-options.tsx';
import { OutletMark, useOutletMark } from '../../orders/outlet-tag.tsx';
import { numberOf } from '../../orders/place-of.ts';
import { DelayButton, ReadyChoice, ReadyMark } from '../../orders/ready-time.tsx';
import { useAppSelector } from '../../state/hooks.ts';
import { selectOrder } from '../../state/orders-slice.ts';
import { useIsBusy, useOrderCommands } from '../../orders/use-order-commands.ts';
import { StatusChip } from '../../orders/status-chip.tsx';
import { Elapsed } from '../../orders/timer.tsx';
import { PrintChip } from '../../print/print-chip.tsx';
import { chargedUnsoldMark } from '../../refunds/charged-unsold-mark.ts';
import { Button } from '../../ui/button.tsx';
import { deliberate } from '../../ui/deliberate.ts';
import { useHere, type Here } from './at-station.ts';
import { Elsewhere, HandedMark } from './elsewhere.tsx';
import { UndoHere } from './undo-here.tsx';
import styles from './order-card.module.css';

/** By its title; any other is waiting. */
const looks: Partial<Record<OrderTitle, string | undefined>> = {
  New: styles.new,
  'In Progress': styles.inProgress,
  Complete: styles.complete,
  Closed: styles.closed,
};

type OrderCardProps = {
  orderId: string;
  compact: boolean;
  acting: boolean;
  chosen: boolean;
  onChoose: (orderId: string) => void;
};

/** One order on the board; rendered when its own order changes, and never by a timer. */
export const OrderCard = memo(function OrderCard({ orderId, ...card }: OrderCardProps) {
  const order = useAppSelector((state) => selectOrder(state, orderId));
  return order && <Card order={order} {...card} />;
});

function Card({
  order,
  compact,
  acting,
  chosen,
  onChoose,
}: Omit<OrderCardProps, 'orderId'> & { order: Order }) {
  const orderId = order.id;
  const outlet = useOutletMark(order.outletId);
  const here = useHere(order);
  const title = orderTitle(here.order);
  const mark = order.note ? noteMark(order.note, order.noteUnread) : '';
  const place = order.tableNumber ? `Table ${order.tableNumber}` : 'Collect';
  return (
    <article
      className={`${styles.card} ${looks[title] ?? ''} ${compact ? styles.compact : ''}`}
      data-order-id={orderId}
      data-order-number={order.orderNumber}
      data-chosen={chosen || undefined}
      data-outlet-place={outlet.colour}
      aria-label={[`Order ${numberOf(order)}`, outlet.name, place, title].filter(Boolean).join(', ')}
    >
      <button
        type="button"
        className={styles.open}
        data-opens-order
        aria-pressed={chosen}
        onClick={() => onChoose(orderId)}
      >
        <span className={styles.head}>
          <span className={`${styles.number} figures`}>{numberOf(order)}</span>
          <span className={styles.place}>{place}</span>
          <span className={`${styles.timer} figures`}>
            <Elapsed order={order} />
          </span>
        </span>
        {outlet.place !== null && <OutletMark place={outlet.place} name={outlet.name} />}
        <span className={styles.customer}>
          <bdi className={styles.name}>{order.customerName}</bdi>
          <ReadyMark order={order} />
          {order.expiresAt && <Expiry order={order} compact={compact} />}
        </span>
        <CardLines here={here.here} outletId={order.outletId} />
        <Elsewhere order={order} />
        {order.note && (
          <span className={styles.note} data-unread={order.noteUnread}>
            {mark && <b className={styles.mark}>{mark}</b>}
            <span dir="auto">{order.note}</span>
          </span>
        )}
        {boardColumn(order) === 'in-progress' && <CardProgress order={here.order} />}
      </button>
      <CardFoot order={order} here={here.order} title={title} acting={acting} />
    </article>
  );
}

/** How long there is left to answer; where there is little room, a clock stands for the words. */
function Expiry({ order, compact }: { order: Order; compact: boolean }) {
  return (
    <span className={`${styles.expiry} figures`}>
      {compact ? <i role="img" aria-label="expires in" className={styles.clock} /> : '· expires in'}{' '}
      <Elapsed order={order} countdown />
    </span>
  );
}

type CardFootProps = { order: Order; here: Order; title: OrderTitle; acting: boolean };

function CardFoot({ order, here, title, acting }: CardFootProps) {
  const charged = chargedUnsoldMark(order);
  return (
    <>
      <div className={styles.promise}>{acting && <ReadyChoice order={order} />}</div>
      <div className={styles.foot}>
        <div className={styles.statePlace}>
          {acting && <UndoHere order={order} />}
          <span className={styles.state}>
            <StatusChip order={here} suffix={title === 'In Progress' ? ` ${readyCount(here)}` : ''} />
            <span className="figures">
              {formatPence(order.amount)}
              {order.tip > 0 && ` · tip ${formatPence(order.tip)}`}
            </span>
            <PrintChip orderId={order.id} />
            {isNotTaken(order) && <span className={styles.problem}>Payment not taken</span>}
            {charged && <span className={styles.problem}>{charged}</span>}
            {acting && <DelayButton order={order} />}
          </span>
        </div>
        {acting && <PrimaryButton order={order} here={here} />}
      </div>
    </>
  );
}

function CardLines({ here, outletId }: Pick<Here, 'here'> & { outletId: string }) {
  return (
    <span className={styles.lines}>
      {here.map(({ line, handed }) => (
        <span key={line.id} className={styles.line}>
          <b className="figures">{line.quantity} ×</b> <bdi>{line.name}</bdi>
          {line.ageRestricted && <strong className={styles.age}>18+</strong>}
          {handed && ' '}
          {handed && <HandedMark {...handed} outletId={outletId} />}
          <LineOptions line={line} className={styles.modifications} />
          <span className={styles.allergens}>{shortAllergensText(line)}</span>
        </span>
      ))}
    </span>
  );
}

function CardProgress({ order }: { order: Order }) {
  return (
    <progress className={styles.progress} max={100} value={progressPercent(order)} aria-label="Delivered">
      {progressPercent(order)} %
    </progress>
  );
}

/** `2/4`: lines that are ready or delivered. */
function readyCount(order: Order): string {
  const ready = order.itemStatus.filter(({ status }) => status === 'ready' || status === 'complete').length;
  return `${ready}/${order.itemStatus.length}`;
}

function PrimaryButton({ order, here }: { order: Order; here: Order }) {
  const commands = useOrderCommands();
  const busy = useIsBusy(order.id);
  const step = stepAt(order, here);
  if (!step) return null;
  const label = step.command === 'complete' ? 'Close' : step.label;
  return (
    <Button
      tone="primary"
      className={styles.step}
      busy={busy}
      aria-label={`${step.label} order ${numberOf(order)}`}
      onClick={deliberate(() => void commands.primary(order, here))}
    >
      {busy ? 'One moment' : label}
    </Button>
  );
}
