import type { OrderTimeline } from '#shared/api/live.ts';
import type { StationStage } from '#shared/base/station-stages.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { inBatches } from '../../core/in-batches.ts';
import { storeStationReports } from './station-reports.ts';

/**
 * A till's report that an order of the outlet it watches was received, alerted, seen or printed; `stations` are those
 * whose lines this is of, and `on` the screen or the printer.
 */
export type OrderReport = {
  orderId: string;
  outletId: string;
  stage: StationStage;
  stations?: readonly string[] | undefined;
  on?: string | null;
};

export type OrderReportsOptions = {
  database: Database;
  clock: Clock;
  /** Called for each order with a new time; `came` is when it was placed and paid for. */
  onChange(outletId: string, timeline: OrderTimeline, came: Date): void;
  /** Called for each order with a new time at a station. */
  onStations(outletId: string, timeline: OrderTimeline): void;
};

type Row = {
  id: string;
  outlet_id: string;
  changed: string | null;
  came_at: Date;
  received_at: Date | null;
  alerted_at: Date | null;
  seen_at: Date | null;
};

/**
 * Stores the first time of each stage. An order that was alerted, seen or printed counts as received. The orders are
 * locked in the order of their ids, so that servers with the same reports do not deadlock. The rows say which orders
 * exist and which changed.
 */
const storeReports: Statement = {
  name: 'store_order_reports',
  sql: `
with told as (
  select order_id, outlet_id, min(at) as first_at,
    min(at) filter (where stage = 'alerted') as alerted_at, min(at) filter (where stage = 'seen') as seen_at
  from jsonb_to_recordset($1::jsonb) as r (order_id text, outlet_id text, stage text, at timestamptz)
  group by order_id, outlet_id
), held as (
  select o.id, t.first_at, t.alerted_at, t.seen_at
  from orders o join told t on t.order_id = o.id and t.outlet_id = o.outlet_id
  where o.received_at is null or (o.alerted_at is null and t.alerted_at is not null)
    or (o.seen_at is null and t.seen_at is not null)
  order by o.id for update of o
), changed as (
  update orders o set received_at = coalesce(o.received_at, h.first_at),
    alerted_at = coalesce(o.alerted_at, h.alerted_at), seen_at = coalesce(o.seen_at, h.seen_at)
  from held h where o.id = h.id
  returning o.id, o.received_at, o.alerted_at, o.seen_at
)
select o.id, o.outlet_id, c.id as changed, coalesce(o.paid_at, o.created_at) as came_at,
  c.received_at, c.alerted_at, c.seen_at
from orders o join told t on t.order_id = o.id and t.outlet_id = o.outlet_id left join changed c on c.id = o.id`,
};

/** All tills of all outlets share commits: nobody waits for these, and a busy evening has thousands. */
const GATHER_MS = 100;
const MOST_AT_ONCE = 500;

/** Records what tills report about orders. This changes neither an order's version nor the outlet's `seq`. */
export function orderReports({ database, clock, onChange, onStations }: OrderReportsOptions) {
  const { add, settled } = inBatches(store, GATHER_MS, MOST_AT_ONCE);

  async function store(reports: (OrderReport & { at: Date })[]): Promise<boolean[]> {
    const rows = await database.run<Row>(storeReports, [
      JSON.stringify(
        reports.map(({ orderId, outletId, stage, at }) => ({
          order_id: orderId,
          outlet_id: outletId,
          stage,
          at,
        })),
      ),
    ]);
    for (const row of rows) if (row.changed !== null) onChange(row.outlet_id, timelineOf(row), row.came_at);
    const atStations = reports.flatMap(({ stations = [], on = null, ...report }) =>
      stations.length === 0 ? [] : [{ ...report, stations, on }],
    );
    if (atStations.length > 0)
      for (const { outletId, ...timeline } of await storeStationReports(database, atStations))
        onStations(outletId, timeline);
    const found = new Set(rows.map(({ id, outlet_id: outletId }) => `${outletId} ${id}`));
    return reports.map(({ orderId, outletId }) => found.has(`${outletId} ${orderId}`));
  }

  return {
    /** Resolves to true once it is committed, or to false if the outlet has no such order. */
    report: (report: OrderReport) => add({ ...report, at: clock.now() }),
    settled,
  };
}

function timelineOf({ id, received_at, alerted_at, seen_at }: Row): OrderTimeline {
  return {
    orderId: id,
    ...(received_at && { receivedAt: received_at.toISOString() }),
    ...(alerted_at && { alertedAt: alerted_at.toISOString() }),
    ...(seen_at && { seenAt: seen_at.toISOString() }),
  };
}
