import { Fragment, useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { formatPence } from '#shared/base/money.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { failureMessage, usePeriodQuery } from '../../api/api-slice.ts';
import { MoneyAtRisk } from '../../orders/money-at-risk.tsx';
import { UnreadableOrders } from '../../orders/unreadable-orders.tsx';
import { BarChart } from '../../ui/bar-chart.tsx';
import { EmptyState } from '../../ui/empty-states.tsx';
import { latePart } from '../../ui/late.tsx';
import { MainHeading } from '../../ui/main-heading.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { formatDate, formatHours, formatWhen } from '../../ui/times.ts';
import { Adjustments } from './adjustments.tsx';
import { Pauses } from './pauses.tsx';
import { HistoryOrder } from './history-order.tsx';
import { ReadyTimes } from './ready-times.tsx';
import { ReadinessNote } from './readiness-note.tsx';
import { SessionActions } from './session-actions.tsx';
import { SessionFigures } from './session-figures.tsx';
import { sessionRows, takingsByHour, type SessionRow } from './session-rows.ts';
import { Page, PageHead } from '../../ui/page.tsx';
import { Rows } from '../../ui/row.tsx';
import styles from './period-screen.module.css';

const CloseReport = latePart(async () => (await import('./close-report.tsx')).CloseReport);

/** One trading session: its figures, its takings by hour, and its orders, newest first. */
export function PeriodScreen() {
  const { outletId = '', periodId = '' } = useParams();
  const asked = useSearchParams()[0].get('order');
  const { currentData: data, error, refetch } = usePeriodQuery(periodId, { refetchOnMountOrArgChange: true });
  const rows = useMemo(() => (data ? sessionRows(data) : []), [data]);
  const failure = failureMessage(error);
  if (failure && !data) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!data) return <Loader title="Loading trading session" />;
  const { period, outlet, adjustments, takenLater, cameBack, pauses, unreadable } = data;
  const zone = zoneOf(outlet);
  return (
    <Page>
      <PageHead>
        <div>
          <MainHeading>{outlet.name}</MainHeading>
          <p className="row-note figures">
            {period.startedAt ? `${formatWhen(period.startedAt, zone)} –` : 'Until'}{' '}
            {period.finishedAt ? formatWhen(period.finishedAt, zone) : 'Now'}
          </p>
        </div>
        <SessionFigures session={period} />
        <SessionActions outlet={outlet} session={period} rows={rows} />
      </PageHead>
      {/* A server that knows nothing of VAT issues no reports. */}
      {period.finishedAt && outlet.vatNumber !== undefined && <CloseReport sessionId={period.id} />}
      <MoneyAtRisk outletId={outletId} tradingSessionId={periodId} />
      <TakingsByHour rows={rows} zone={zone} />
      <ReadyTimes
        orders={rows.map(({ order }) => order)}
        stations={outlet.stations?.list ?? []}
        zone={zone}
      />
      <Adjustments adjustments={adjustments} takenLater={takenLater} cameBack={cameBack} zone={zone} />
      <Pauses pauses={pauses} zone={zone} />
      <ReadinessNote readiness={period.readiness} />
      <UnreadableOrders orders={unreadable} />
      {rows.length === 0 && unreadable.length === 0 && (
        <EmptyState message="No orders were placed in this session." />
      )}
      <Rows className={styles.orders}>
        {withDays(rows, zone).map(({ day, order }) => (
          <Fragment key={order.id}>
            {day !== null && (
              <li className={styles.day}>
                <h2>{day}</h2>
              </li>
            )}
            <HistoryOrder order={order} isAsked={order.id === asked} />
          </Fragment>
        ))}
      </Rows>
    </Page>
  );
}

/** The orders, with each day before its first order; no days if all are of one. */
function withDays(rows: readonly SessionRow[], zone: string) {
  const days = rows.map(({ order }) => formatDate(order.createdAt, zone));
  const several = new Set(days).size > 1;
  return rows.map(({ order }, index) => {
    const day = days[index] ?? '';
    return { order, day: several && day !== days[index - 1] ? day : null };
  });
}

function TakingsByHour({ rows, zone }: { rows: SessionRow[]; zone: string }) {
  const hours = takingsByHour(rows, zone);
  const labels = formatHours(
    hours.map(({ startsAt }) => startsAt),
    zone,
  );
  const bars = hours.map(({ startsAt, takings }, index) => ({
    key: startsAt.toISOString(),
    label: labels[index] ?? '',
    value: takings,
    text: formatPence(takings),
  }));
  return bars.length === 0 ? null : <BarChart title="Takings by hour" bars={bars} />;
}
