import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import type { OrderAtRisk } from '#shared/api/money-at-risk.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { formatPence } from '#shared/base/money.ts';
import { orderAddress } from '#shared/base/order-address.ts';
import { useMoneyAtRiskQuery } from '../api/api-slice.ts';
import { useAppSelector } from '../state/hooks.ts';
import { selectOrders } from '../state/orders-slice.ts';
import type { RootState } from '../state/store.ts';
import { buttonClass } from '../ui/button.tsx';
import { formatWhen } from '../ui/times.ts';
import { useZone } from './use-zone.ts';
import { placeOf } from './place-of.ts';
import { reasonWords, sumWords, warningWords, worstWarning } from './at-risk-words.ts';
import boxStyles from '../ui/box.module.css';
import spreadStyles from '../ui/spread.module.css';
import styles from './money-at-risk.module.css';

/** How often it is polled, in ms; a warning and this screen's own orders make it ask at once. */
const ASK_EVERY_MS = 30_000;

type MoneyAtRiskProps = {
  /** Only of this outlet, or of this trading session. */
  outletId?: string;
  tradingSessionId?: string;
};

/** What is accepted and not yet taken, oldest first, with its sum; nothing if there is none. */
export function MoneyAtRisk(of: MoneyAtRiskProps) {
  const { data, refetch } = useMoneyAtRiskQuery(of, {
    pollingInterval: ASK_EVERY_MS,
    refetchOnMountOrArgChange: true,
  });
  useOrdersThatMove(refetch);
  if (!data || data.orders.length === 0) return null;
  const warning = worstWarning(data.orders);
  return (
    <section className={boxStyles.box} aria-label="Money at risk">
      <h2 className="row-title figures">{sumWords(data)}</h2>
      {warning && (
        <p className={styles.warning} role="status">
          <TriangleAlert aria-hidden="true" size={18} />
          {warningWords(warning)}
        </p>
      )}
      <ul className={styles.orders}>
        {data.orders.map((order) => (
          <OrderRow key={order.id} order={order} withOutlet={of.outletId === undefined} />
        ))}
      </ul>
      {data.count > data.orders.length && (
        <p className="row-note">and {data.count - data.orders.length} newer ones</p>
      )}
    </section>
  );
}

function OrderRow({ order, withOutlet }: { order: OrderAtRisk; withOutlet: boolean }) {
  const open = statusGroups.open.has(order.status);
  const zone = useZone(order.outletId);
  const to = open
    ? orderAddress({ outletId: order.outletId, orderId: order.id })
    : `/outlets/${order.outletId}/trading-sessions/${order.tradingSessionId}`;
  return (
    <li
      className={`${spreadStyles.spread} ${spreadStyles.near} ${styles.order} ${order.warning ? styles.warned : ''}`}
    >
      <div>
        <p className="figures">
          <strong>#{order.orderNumber}</strong> {placeOf(order)}
          {withOutlet && ` · ${order.outletName}`} · {formatPence(order.amount)} ·{' '}
          {formatWhen(order.since, zone)}
        </p>
        <p className="row-note">
          {reasonWords(order)}
          {order.holdEndsAt && ` The hold ends ${formatWhen(order.holdEndsAt, zone)}.`}
        </p>
      </div>
      <Link
        className={buttonClass()}
        to={to}
        aria-label={`Open order ${order.orderNumber} of ${order.outletName}`}
      >
        Open
      </Link>
    </li>
  );
}

/** The stages of the orders that this screen knows, as one text. */
const stagesOf = (state: RootState) =>
  selectOrders(state)
    .map(({ id, status }) => `${id} ${status}`)
    .join();

/** Asks again when an order that this screen knows has moved on. */
function useOrdersThatMove(refetch: () => unknown): void {
  const stages = useAppSelector(stagesOf);
  const known = useRef(stages);
  useEffect(
    function askWhenOneMoves() {
      if (known.current === stages) return;
      known.current = stages;
      refetch();
    },
    [stages, refetch],
  );
}
