import type { GuestOrdering, Ordering } from '#shared/api/ordering.ts';
import type { PausedBy } from '#shared/base/ordering-states.ts';
import { PROVED_FOR_MS, wordsForGuests } from '#shared/base/pauses.ts';

/** The columns that say whether an outlet takes orders: see {@link orderingColumns}. */
export type OrderingRow = {
  heard_at: Date | null;
  pause_from: Date | null;
  paused_until: Date | null;
  paused_by: PausedBy | null;
  pause_reason: string | null;
  pause_screen: string | null;
};

/** The tables and columns of an {@link OrderingRow}, for a statement with `outlet_feeds f`. */
export const orderingTables = `
left join outlet_listening l on l.outlet_id = f.outlet_id
left join pauses p on p.id = f.pause_id`;
export const orderingColumns =
  'l.heard_at, p.from_at as pause_from, f.paused_until, p.paused_by, p.reason as pause_reason, p.screen_name as pause_screen';

/**
 * Whether an outlet takes orders at this time, by the rules of the statement that writes them.
 * @param trades whether its session is open, and outlet and seller are verified
 */
export function orderingOf(row: OrderingRow, trades: boolean, now: Date): Ordering {
  if (!trades) return { state: 'closed' };
  const { pause_from: from, paused_until: until, heard_at: heardAt } = row;
  if (from !== null && (until === null || until > now))
    return {
      state: 'paused',
      ...(until && { until: until.toISOString() }),
      message: wordsForGuests(row.paused_by === 'person' ? row.pause_reason : null),
      since: from.toISOString(),
      ...(row.paused_by !== null && { by: row.paused_by }),
      ...(row.pause_reason !== null && { reason: row.pause_reason }),
      ...(row.pause_screen !== null && { screenName: row.pause_screen }),
    };
  const heardForMs = heardAt === null ? null : now.getTime() - heardAt.getTime();
  if (heardForMs === null || Math.abs(heardForMs) > PROVED_FOR_MS)
    return {
      state: 'unattended',
      message: wordsForGuests(null),
      ...(heardAt && heardAt < now && { since: new Date(heardAt.getTime() + PROVED_FOR_MS).toISOString() }),
      by: 'unattended',
    };
  return { state: 'open' };
}

/** What of it guests read. */
export function guestOrderingOf({ state, until, message }: Ordering): GuestOrdering {
  return { state, ...(until !== undefined && { until }), ...(message !== undefined && { message }) };
}
