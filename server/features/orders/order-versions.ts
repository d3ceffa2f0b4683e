import type { LedgerSum, OrderVersion } from '#shared/api/orders.ts';
import { isLive } from '#shared/orders/reading.ts';
import { uncountedOf } from '#shared/orders/uncounted.ts';
import type { Database, Statement } from '../../database/database.ts';
import { stationTimesOf } from '../../database/station-times.ts';
import { ledgerSums } from '../../ledger/order-sums.ts';
import { feesTakenOf, isPaid, type OrderRow } from './order-row.ts';
import { isShown } from './orders-repository.ts';
import { readByStamps } from './read-by-stamps.ts';

type VersionRow = Pick<OrderRow, 'id' | 'version' | 'status' | 'is_test'> &
  Pick<OrderRow, 'station_times' | 'platform_fee_taken' | 'card_fee_taken'> &
  Record<'received_at' | 'alerted_at' | 'seen_at', string | null> & { stamp: string };

/** As one value: so many rows by themselves take twice the time to read. */
const versionsOfSession: Statement = {
  name: 'order_versions_of_session',
  sql: `
select json_agg(json_build_object(
  'id', id, 'stamp', concat(ctid::text, ' ', xmin::text), 'version', version, 'status', status, 'is_test', is_test,
  'received_at', received_at, 'alerted_at', alerted_at, 'seen_at', seen_at, 'station_times', station_times,
  'platform_fee_taken', platform_fee_taken, 'card_fee_taken', card_fee_taken)) as rows
from orders where trading_session_id = $1 and ${isShown}`,
};

/** Reads the versions of those orders of a session that a board shows. */
export function orderVersionsReader(database: Database) {
  const byStamps = readByStamps<OrderVersion>();

  return async (sessionId: string, before: readonly OrderVersion[]): Promise<OrderVersion[]> => {
    const [read] = await database.run<{ rows: VersionRow[] | null }>(versionsOfSession, [sessionId]);
    const rows = new Map((read?.rows ?? []).filter(isOnBoard).map((row) => [row.id, row]));
    const stamps = new Map([...rows].map(([id, { stamp }]) => [id, stamp]));
    return byStamps(stamps, before, async (ids) => {
      const changed = ids.flatMap((id) => rows.get(id) ?? []);
      const paid = changed.filter(({ status }) => isPaid(status)).map(({ id }) => id);
      const ledger = await ledgerSums(database, paid);
      return changed.map((row) => versionOf(row, ledger.get(row.id) ?? []));
    });
  };
}

const isOnBoard = ({ status, is_test: isTest }: VersionRow): boolean =>
  isLive({ status, ...(isTest && { isTest }) });

function versionOf(row: VersionRow, ledger: readonly LedgerSum[]): OrderVersion {
  const { id, version, station_times: stationTimes } = row;
  const uncounted = uncountedOf({
    receivedAt: row.received_at ?? undefined,
    alertedAt: row.alerted_at ?? undefined,
    seenAt: row.seen_at ?? undefined,
    stationTimes: stationTimesOf(stationTimes ?? {}),
    payment: { ...feesTakenOf(row), ledger: [...ledger] },
  });
  return { id, version, uncounted };
}
