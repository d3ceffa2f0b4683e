import { Link, useParams } from 'react-router';
import type { Order } from '#shared/api/orders.ts';
import { formatPence } from '#shared/money.ts';
import { compareHistory } from '#shared/orders/reading.ts';
import { failureMessage, usePeriodQuery } from '../../api/api-slice.ts';
import { buttonClass } from '../../ui/button.tsx';
import { OrderLines } from '../../live/order-lines.tsx';
import { StatusChip } from '../../live/status-chip.tsx';
import { EmptyState, ErrorView, Loader } from '../../ui/states.tsx';
import { formatClock, formatWhen } from '../../ui/times.ts';
import { SessionFigures } from './sessions-screen.tsx';
import './trading-sessions.css';

/** One trading session: its figures and its orders, newest first. */
export function PeriodScreen() {
  const { outletId = '', periodId = '' } = useParams();
  const { data, error, refetch } = usePeriodQuery(periodId, { refetchOnMountOrArgChange: true });
  const failure = failureMessage(error);
  if (failure && !data) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!data) return <Loader title="Loading trading session" />;
  const { period, outlet } = data;
  const orders = data.orders.toSorted(compareHistory);
  return (
    <div className="page">
      <div className="page-head">
        <div>
          <h1>{outlet.name}</h1>
          <p className="row-note figures">
            {formatWhen(period.startedAt)} – {period.finishedAt ? formatWhen(period.finishedAt) : 'Now'}
          </p>
        </div>
        <SessionFigures session={period} />
        <Link className={buttonClass()} to={`/outlets/${outletId}/trading-sessions`}>
          Back
        </Link>
      </div>
      {orders.length === 0 && <EmptyState message="No orders were placed in this session." />}
      <ul className="rows">
        {orders.map((order) => (
          <HistoryRow key={order.id} order={order} />
        ))}
      </ul>
    </div>
  );
}

function HistoryRow({ order }: { order: Order }) {
  return (
    <li>
      <details className="history-order">
        <summary>
          <span className="row-title figures">#{order.orderNumber}</span>
          <span>{order.tableNumber ? `Table ${order.tableNumber}` : 'Collect'}</span>
          <span className="history-customer">{order.customerName}</span>
          <StatusChip order={order} />
          <span className="figures">{formatClock(order.createdAt)}</span>
          <span className="figures history-amount">{formatPence(order.amount)}</span>
        </summary>
        <OrderLines order={order} />
      </details>
    </li>
  );
}
