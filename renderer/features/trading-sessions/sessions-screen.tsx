import { Link, useParams } from 'react-router';
import type { KnownSession } from '#shared/api/outlets.ts';
import { formatPence } from '#shared/base/money.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { failureMessage, useTradingSessionsQuery } from '../../api/api-slice.ts';
import { BarChart, type Bar } from '../../ui/bar-chart.tsx';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-states.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { formatDay, formatWhen } from '../../ui/times.ts';
import { SessionFigures } from './session-figures.tsx';
import { Page } from '../../ui/page.tsx';
import { Row, Rows } from '../../ui/row.tsx';
import styles from './sessions-screen.module.css';

/** How many sessions the charts compare. */
const MOST_SHOWN = 14;

/** Order History: an outlet's trading sessions, newest first. */
export function SessionsScreen() {
  const { outletId = '' } = useParams();
  const {
    currentData: outlet,
    error,
    refetch,
    isFetching,
  } = useTradingSessionsQuery(outletId, { refetchOnMountOrArgChange: true });
  const failure = failureMessage(error);
  return (
    <Page>
      <div>
        <MainHeading>Order History</MainHeading>
        <p className="row-note">{outlet?.name}</p>
      </div>
      {failure && !outlet && <ErrorView heading="h2" message={failure} onReload={() => void refetch()} />}
      {!failure && !outlet && <Loader title="Loading order history" />}
      {outlet?.tradingSessions.length === 0 && (
        <EmptyState message="You have no trading sessions">
          <Button tone="primary" busy={isFetching} onClick={() => void refetch()}>
            Reload
          </Button>
        </EmptyState>
      )}
      {outlet && outlet.tradingSessions.length > 0 && (
        <>
          <SessionCharts sessions={outlet.tradingSessions} zone={zoneOf(outlet)} />
          <Rows>
            {outlet.tradingSessions.map((session) => (
              <SessionRow key={session.id} session={session} outletId={outlet.id} zone={zoneOf(outlet)} />
            ))}
          </Rows>
        </>
      )}
    </Page>
  );
}

/** The latest sessions, oldest first: their takings and numbers of orders, if known. */
function SessionCharts({ sessions, zone }: { sessions: readonly KnownSession[]; zone: string }) {
  const latest = sessions.slice(0, MOST_SHOWN).toReversed();
  const bars = (figure: 'totalEarnings' | 'numberOfOrders', text: (value: number) => string): Bar[] =>
    latest.flatMap(({ id, startedAt, [figure]: value }) =>
      value === null ? [] : [{ key: id, label: formatDay(startedAt, zone), value, text: text(value) }],
    );
  const earnings = bars('totalEarnings', formatPence);
  const orders = bars('numberOfOrders', String);
  return (
    <div className={styles.charts}>
      {earnings.length > 0 && <BarChart title="Earnings per session" bars={earnings} />}
      {orders.length > 0 && <BarChart title="Orders per session" bars={orders} />}
    </div>
  );
}

type SessionRowProps = { session: KnownSession; outletId: string; zone: string };

function SessionRow({ session, outletId, zone }: SessionRowProps) {
  const { startedAt, finishedAt } = session;
  return (
    <Row>
      <dl className={`${styles.times} figures`}>
        <div>
          <dt>Start</dt>
          <dd>{formatWhen(startedAt, zone)}</dd>
        </div>
        <div>
          <dt>Finish</dt>
          <dd>{finishedAt ? formatWhen(finishedAt, zone) : 'Now'}</dd>
        </div>
      </dl>
      <SessionFigures session={session} />
      <Link
        className={buttonClass()}
        to={`/outlets/${outletId}/trading-sessions/${session.id}`}
        aria-describedby={`session-${session.id}`}
      >
        Orders
      </Link>
      <span id={`session-${session.id}`} hidden>
        {formatWhen(startedAt, zone)}
      </span>
    </Row>
  );
}
