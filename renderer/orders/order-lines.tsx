import { Fragment, type ReactNode } from 'react';
import type { Order, OrderItem, Refund } from '#shared/api/orders.ts';
import { lineAllergensText } from '#shared/base/allergens.ts';
import { noteMark } from '#shared/orders/notes.ts';
import { formatPence } from '#shared/base/money.ts';
import { moneyStateOf } from '#shared/orders/money-state.ts';
import { netOfOrder, netText } from '#shared/orders/net.ts';
import { lineTotal } from '#shared/orders/reading.ts';
import { linesText } from '#shared/orders/refunded-lines.ts';
import amountStyles from '../ui/amounts.module.css';
import { formatWhen } from '../ui/times.ts';
import { LineOptions } from './line-options.tsx';
import { useZone } from './use-zone.ts';
import styles from './order-lines.module.css';

/** What was ordered and what it cost: the lines, the note and the amounts. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <div className={styles.lines}>
      <ul>
        {order.items.map((line) => (
          <OrderLine key={line.id} line={line} />
        ))}
      </ul>
      <OrderNote order={order} />
      {order.cancellation?.reason && <p className="row-note">Cancelled: {order.cancellation.reason}</p>}
      {order.cancellation?.forCustomer && (
        <p className="row-note">The customer was told: {order.cancellation.forCustomer}</p>
      )}
      <OrderAmounts order={order} />
    </div>
  );
}

/** What the customer wrote to the kitchen. */
export function OrderNote({ order: { note, noteUnread } }: { order: Pick<Order, 'note' | 'noteUnread'> }) {
  if (!note) return null;
  const mark = noteMark(note, noteUnread);
  return (
    <div className={styles.note}>
      {mark && <strong>{mark}</strong>}
      <p dir="auto">{note}</p>
    </div>
  );
}

type OrderLineProps = {
  line: OrderItem;
  as?: 'li' | 'label';
  className?: string | undefined;
  children?: ReactNode;
};

/** How many of what, for how much; `children` stand before it. */
export function OrderLine({ line, as: Tag = 'li', className = '', children }: OrderLineProps) {
  return (
    <Tag className={`${styles.line} ${className}`}>
      {children}
      <span className={`${styles.quantity} figures`}>{line.quantity} ×</span>
      <span>
        <bdi>{line.name}</bdi>
        {line.ageRestricted && <strong className={styles.age}>18+</strong>}
        <LineOptions line={line} className={styles.modifications} />
        <span className={styles.modifications}>{lineAllergensText(line)}</span>
      </span>
      <span className="figures">{formatPence(lineTotal(line))}</span>
    </Tag>
  );
}

export function OrderAmounts({ order }: { order: Order }) {
  const { refunds, cameBack = [], refundPending = 0, refundProblem } = order.payment;
  const zone = useZone(order.outletId);
  return (
    <dl className={`${amountStyles.amounts} ${styles.amounts} figures`}>
      {order.serviceCharge > 0 && <Amount label="Small order fee" pence={order.serviceCharge} />}
      {order.tip > 0 && <Amount label="Tip" pence={order.tip} />}
      {refunds.map((refund, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- another server's refunds have no id
        <Amount key={refund.id || at} label={refundLabel(refund, zone)} pence={0 - refund.amount} />
      ))}
      {cameBack.map((refund) => (
        <Fragment key={refund.id}>
          <Amount label={refundLabel(refund, zone)} pence={0 - refund.amount} />
          <Amount
            label={`It came back, ${formatWhen(refund.cameBackAt, zone)}: the customer’s bank did not take it`}
            pence={refund.amount}
          />
        </Fragment>
      ))}
      {refundPending > 0 && (
        <Amount
          label={['Refund on its way', refundProblem].filter(Boolean).join(' · ')}
          pence={0 - refundPending}
        />
      )}
      {refunds.length + cameBack.length > 0 && <Amount label="Refund total" pence={0 - order.refunded} />}
      <Amount label="Total" pence={order.amount} strong />
      <NetAmounts order={order} />
    </dl>
  );
}

/** What is left of a total that is not lost: an estimate, and once it is booked the card provider's figure with what was deducted. */
function NetAmounts({ order }: { order: Order }) {
  const state = moneyStateOf(order);
  const net = state === null || state === 'lost' ? null : netOfOrder(order);
  if (!net) return null;
  return (
    <>
      {!net.estimated &&
        net.deductions.map(({ label, amount }) => <Amount key={label} label={label} pence={0 - amount} />)}
      <div>
        <dt>Net</dt>
        <dd>{netText(net)}</dd>
      </div>
    </>
  );
}

function refundLabel(refund: Refund, zone: string): string {
  return [`Refund, ${formatWhen(refund.createdAt, zone)}`, linesText(refund), refund.reason]
    .filter(Boolean)
    .join(' · ');
}

function Amount({ label, pence, strong = false }: { label: string; pence: number; strong?: boolean }) {
  return (
    <div className={strong ? styles.total : undefined}>
      <dt>{label}</dt>
      <dd>{formatPence(pence)}</dd>
    </div>
  );
}
