import { Link, useParams } from 'react-router';
import type { TradingSession } from '#shared/api/outlets.ts';
import { formatPence } from '#shared/money.ts';
import { failureMessage, useTradingSessionsQuery } from '../../api/api-slice.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState, ErrorView, Loader } from '../../ui/states.tsx';
import { formatWhen } from '../../ui/times.ts';
import './trading-sessions.css';

/** Order History: an outlet's trading sessions, newest first. */
export function SessionsScreen() {
  const { outletId = '' } = useParams();
  const {
    data: outlet,
    error,
    refetch,
  } = useTradingSessionsQuery(outletId, { refetchOnMountOrArgChange: true });
  const failure = failureMessage(error);
  if (failure && !outlet) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!outlet) return <Loader title="Loading order history" />;
  return (
    <div className="page">
      <h1>Order History</h1>
      <p className="row-note">{outlet.name}</p>
      {outlet.tradingSessions.length === 0 ? (
        <EmptyState message="You have no trading sessions">
          <Button tone="primary" onClick={() => void refetch()}>
            Reload
          </Button>
        </EmptyState>
      ) : (
        <ul className="rows">
          {outlet.tradingSessions.map((session) => (
            <SessionRow key={session.id} session={session} outletId={outlet.id} />
          ))}
        </ul>
      )}
    </div>
  );
}

function SessionRow({ session, outletId }: { session: TradingSession; outletId: string }) {
  return (
    <li className="row">
      <p className="row-title figures">
        {formatWhen(session.startedAt)} – {session.finishedAt ? formatWhen(session.finishedAt) : 'Now'}
      </p>
      <SessionFigures session={session} />
      <Link className={buttonClass()} to={`/outlets/${outletId}/trading-sessions/${session.id}`}>
        Orders
      </Link>
    </li>
  );
}

export function SessionFigures({ session }: { session: TradingSession }) {
  return (
    <dl className="session-figures figures">
      <div>
        <dt>Total Orders</dt>
        <dd>{session.numberOfOrders}</dd>
      </div>
      <div>
        <dt>Total Earnings</dt>
        <dd>{formatPence(session.totalEarnings)}</dd>
      </div>
    </dl>
  );
}
