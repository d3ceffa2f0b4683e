import { useState, type ReactNode } from 'react';
import type { Order } from '#shared/api/orders.ts';
import { formatPence } from '#shared/base/money.ts';
import { asksForAge, settlingStep, type SettlingStep } from '#shared/orders/next-steps.ts';
import { orderTitle } from '#shared/orders/reading.ts';
import { placeOf } from '../../orders/place-of.ts';
import { useIsBusy, useOrderCommands } from '../../orders/use-order-commands.ts';
import { Button } from '../../ui/button.tsx';
import { deliberate } from '../../ui/deliberate.ts';
import { RowActions } from '../../ui/row.tsx';
import spreadStyles from '../../ui/spread.module.css';
import styles from './outstanding-orders.module.css';

/** The orders that prevent a session's finish, each with the one step that settles it: two presses at most. */
export function OutstandingOrders({ orders }: { orders: readonly Order[] }) {
  return (
    <ul className={styles.orders} aria-label="Outstanding orders">
      {orders.map((order) => (
        <OutstandingOrder key={order.id} order={order} />
      ))}
    </ul>
  );
}

function OutstandingOrder({ order }: { order: Order }) {
  const commands = useOrderCommands();
  const busy = useIsBusy(order.id);
  const [asked, setAsked] = useState<string | null>(null);
  const step = settlingStep(order);
  // What was asked of an order that has moved on since is asked again.
  const asking = step?.asks && asked === order.status ? step.asks : null;
  const named = (action: string) => `${action} order ${order.orderNumber}`;
  function press({ asks }: SettlingStep) {
    if (asks === null) void commands.settle(order);
    else setAsked(asking ? null : order.status);
  }
  return (
    <li className={`${spreadStyles.spread} ${spreadStyles.near} ${styles.order}`}>
      <p className="figures">
        <strong>#{order.orderNumber}</strong> {placeOf(order)} · {orderTitle(order)} ·{' '}
        {formatPence(order.amount)}
      </p>
      {step === null && <p className="row-note">Its payment is being taken.</p>}
      {step && (
        <Button
          busy={busy}
          aria-expanded={step.asks ? asking !== null : undefined}
          aria-label={named(asking ? 'Back from' : verbs[step.command])}
          tone={step.asks ? 'secondary' : 'primary'}
          onClick={deliberate(() => press(step))}
        >
          {busy ? 'One moment' : asking ? 'Back' : step.label}
        </Button>
      )}
      {asking && (
        <Question asks={asking} order={order}>
          {asking === 'delivered' && (
            <Button
              tone="primary"
              busy={busy}
              aria-label={named('Take the money of')}
              onClick={deliberate(() => void commands.settle(order))}
            >
              {busy ? 'One moment' : `Delivered, take ${formatPence(order.amount)}`}
            </Button>
          )}
          <Button
            tone="danger"
            busy={busy}
            aria-label={named('Release the money of')}
            onClick={deliberate(() => void commands.cancel(order, ''))}
          >
            {busy ? 'One moment' : `Cancel Order, release ${formatPence(order.amount)}`}
          </Button>
        </Question>
      )}
    </li>
  );
}

const verbs = { cancel: 'Cancel', complete: 'Close' } as const satisfies Record<
  SettlingStep['command'],
  string
>;

type QuestionProps = { asks: NonNullable<SettlingStep['asks']>; order: Order; children: ReactNode };

function Question({ asks, order, children }: QuestionProps) {
  const amount = formatPence(order.amount);
  return (
    <div className={styles.question} role="group" aria-label={`Order ${order.orderNumber}`}>
      <p>
        {asks === 'release'
          ? `Nobody has accepted it: ${amount} is released, and the customer is not charged.`
          : `Was all of it handed over? Then ${amount} is taken; otherwise it is released.`}{' '}
        This cannot be undone, are you sure?
      </p>
      {asksForAge(order) && asks === 'delivered' && (
        <p>Some of it is for over 18s: taking the money says that the customer’s age was checked.</p>
      )}
      {order.noteUnread && asks === 'delivered' && (
        <p>
          Its note, which counts as read then: <bdi>{order.note}</bdi>
        </p>
      )}
      <RowActions>{children}</RowActions>
    </div>
  );
}
