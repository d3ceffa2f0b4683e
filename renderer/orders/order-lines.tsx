import type { Order, OrderItem, Refund } from '#shared/api/orders.ts';
import { allergensText } from '#shared/base/labelling.ts';
import { formatPence } from '#shared/base/money.ts';
import { formatWhen } from '../ui/times.ts';
import './order-lines.css';

/** What was ordered and what it cost: the lines, the note and the amounts. */
export function OrderLines({ order }: { order: Order }) {
  return (
    <div className="order-lines">
      <ul>
        {order.items.map((line) => (
          <li key={line.id} className="order-line">
            <LineText line={line} />
          </li>
        ))}
      </ul>
      {order.note && (
        <p className="order-note" dir="auto">
          {order.note}
        </p>
      )}
      {order.cancellation?.reason && <p className="row-note">Cancelled: {order.cancellation.reason}</p>}
      <OrderAmounts order={order} />
    </div>
  );
}

export function LineText({ line }: { line: OrderItem }) {
  const contains = allergensText(line);
  return (
    <>
      <span className="order-quantity figures">{line.quantity} ×</span>
      <span>
        <bdi>{line.name}</bdi>
        {line.modifications.length > 0 && (
          <span className="order-modifications">
            {line.modifications.map(({ name }) => name).join(' · ')}
          </span>
        )}
        {contains && <span className="order-modifications">{contains}</span>}
      </span>
      <span className="figures">{formatPence(lineTotal(line))}</span>
    </>
  );
}

/** Pence for the whole line, modifications included. */
function lineTotal(line: OrderItem): number {
  return line.quantity * line.modifications.reduce<number>((total, { cost }) => total + cost, line.cost);
}

export function OrderAmounts({ order }: { order: Order }) {
  const { refunds, refundPending = 0 } = order.payment;
  return (
    <dl className="order-amounts figures">
      {order.serviceCharge > 0 && <Amount label="Service charge" pence={order.serviceCharge} />}
      {order.tip > 0 && <Amount label="Tip" pence={order.tip} />}
      {refunds.map((refund, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- another server's refunds have no id
        <Amount key={refund.id || at} label={refundLabel(refund)} pence={0 - refund.amount} />
      ))}
      {refundPending > 0 && <Amount label="Refund on its way" pence={0 - refundPending} />}
      {refunds.length > 0 && <Amount label="Refund total" pence={0 - order.refunded} />}
      <Amount label="Total" pence={order.amount} strong />
    </dl>
  );
}

function refundLabel({ createdAt, reason }: Refund): string {
  return `Refund, ${formatWhen(createdAt)}${reason ? ` · ${reason}` : ''}`;
}

function Amount({ label, pence, strong = false }: { label: string; pence: number; strong?: boolean }) {
  return (
    <div className={strong ? 'order-total' : undefined}>
      <dt>{label}</dt>
      <dd>{formatPence(pence)}</dd>
    </div>
  );
}
