import type { StationTime } from '#shared/api/order-times.ts';
import type { StationStage } from '#shared/base/station-stages.ts';
import type { Database, Statement } from '../../database/database.ts';
import { stationTimesOf, type StationTimes } from '../../database/station-times.ts';

/** That an order's lines of these stations were received, alerted, seen or printed. */
export type StationReport = {
  orderId: string;
  outletId: string;
  stage: StationStage;
  stations: readonly string[];
  /** The screen or the printer. */
  on: string | null;
  at: Date;
};

type Row = { id: string; outlet_id: string; station_times: StationTimes };
export type StationTimesChange = { orderId: string; outletId: string; stationTimes: StationTime[] };

/**
 * Adds the times that are not known yet, of the outlet's own stations. The orders are locked in the order of their ids,
 * so that servers with the same reports do not deadlock.
 */
const store: Statement = {
  name: 'store_station_times',
  sql: `
with told as (
  select t.order_id, u.id as outlet_id, (
    select jsonb_object_agg(e.key, e.value) from jsonb_each(t.times) e
    where exists (
      select from jsonb_array_elements(u.stations) s where s ->> 'id' = substr(e.key, strpos(e.key, ' ') + 1)
    )
  ) as times
  from jsonb_to_recordset($1::jsonb) as t (order_id text, outlet_id text, times jsonb)
  join outlets u on u.id = t.outlet_id
), held as (
  select o.id, t.times
  from orders o join told t on t.order_id = o.id and t.outlet_id = o.outlet_id
  where t.times is not null
    and exists (select from jsonb_object_keys(t.times) k where not coalesce(o.station_times, '{}') ? k)
  order by o.id for update of o
)
update orders o set station_times = h.times || coalesce(o.station_times, '{}')
from held h where o.id = h.id
returning o.id, o.outlet_id, o.station_times`,
};

/** Stores the first time of each stage at each station, and says which orders have a new one. */
export async function storeStationReports(
  database: Database,
  reports: readonly StationReport[],
): Promise<StationTimesChange[]> {
  const orders = Map.groupBy(reports, ({ orderId, outletId }) => `${outletId} ${orderId}`);
  const rows = await database.run<Row>(store, [
    JSON.stringify(
      [...orders.values()].map(([first, ...others]) => ({
        order_id: first?.orderId,
        outlet_id: first?.outletId,
        times: timesOf([...(first ? [first] : []), ...others]),
      })),
    ),
  ]);
  return rows.map((row) => ({
    orderId: row.id,
    outletId: row.outlet_id,
    stationTimes: stationTimesOf(row.station_times),
  }));
}

/** Earlier reports win. */
function timesOf(reports: readonly StationReport[]): StationTimes {
  const each = reports.flatMap(({ stage, stations, at, on }) =>
    stations.map((id) => [`${stage} ${id}`, { at: at.toISOString(), on }] as const),
  );
  return Object.fromEntries(each.toReversed());
}
