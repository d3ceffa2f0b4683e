import { useMemo } from 'react';
import { useParams } from 'react-router';
import { formatPence } from '#shared/money.ts';
import { failureMessage, usePeriodQuery } from '../../api/api-slice.ts';
import { BarChart } from '../../ui/bar-chart.tsx';
import { EmptyState } from '../../ui/empty-states.tsx';
import { ErrorView, Loader } from '../../ui/states.tsx';
import { formatHour, formatWhen } from '../../ui/times.ts';
import { Adjustments } from './adjustments.tsx';
import { HistoryOrder } from './history-order.tsx';
import { SessionActions } from './session-actions.tsx';
import { SessionFigures } from './session-figures.tsx';
import { sessionRows, takingsByHour, type SessionRow } from './session-rows.ts';
import './trading-sessions.css';

/** One trading session: its figures, its takings by hour, and its orders, newest first. */
export function PeriodScreen() {
  const { outletId = '', periodId = '' } = useParams();
  const { currentData: data, error, refetch } = usePeriodQuery(periodId, { refetchOnMountOrArgChange: true });
  const rows = useMemo(() => (data ? sessionRows(data) : []), [data]);
  const failure = failureMessage(error);
  if (failure && !data) return <ErrorView message={failure} onReload={() => void refetch()} />;
  if (!data) return <Loader title="Loading trading session" />;
  const { period, outlet, adjustments } = data;
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
        <SessionActions outletId={outletId} outletName={outlet.name} session={period} rows={rows} />
      </div>
      <TakingsByHour rows={rows} />
      <Adjustments adjustments={adjustments} />
      {rows.length === 0 && <EmptyState message="No orders were placed in this session." />}
      <ul className="rows history-orders">
        {rows.map(({ order }) => (
          <HistoryOrder key={order.id} order={order} />
        ))}
      </ul>
    </div>
  );
}

function TakingsByHour({ rows }: { rows: SessionRow[] }) {
  const bars = takingsByHour(rows).map(({ startsAt, takings }) => ({
    key: startsAt.toISOString(),
    label: formatHour(startsAt),
    value: takings,
    text: formatPence(takings),
  }));
  return bars.length === 0 ? null : <BarChart title="Takings by hour" bars={bars} />;
}
