import type { Unattended } from '#shared/api/unattended.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { PROVED_FOR_MS } from '#shared/base/pauses.ts';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import { checksumOf } from '../../database/checksum.ts';
import type { Database, Statement } from '../../database/database.ts';
import { latestBy } from '../../database/latest-by.ts';
import { SCREEN_HEARD_WITHIN_MS } from './screens-repository.ts';

/** An order is unattended if nobody was alerted of it for this long. */
export const ALERTED_WITHIN_MS = 20_000;
/** More than a seller can have sockets; nobody reads a longer list. */
const MOST_SCREENS = 100;

/**
 * Outlets that do not trade are left out: for them, the start of the next session counts. A screen that is heard after a
 * silence ends a time in which the outlet took no orders; the session stores that once, whichever servers hear it.
 * What was heard at a time that is still to come ($2: now), before the clock was set back, was heard by now at the latest.
 */
const keepListening: Statement = {
  name: 'keep_listening',
  sql: `
with heard as (
  select t.outlet_id, least(t.heard_at, $2::timestamptz) as heard_at, t.pause_id, f.trading_session_id
  from jsonb_to_recordset($1::jsonb) as t (outlet_id text, heard_at timestamptz, pause_id text)
  join outlet_feeds f on f.outlet_id = t.outlet_id and f.trading_session_id is not null
), before as (
  select l.outlet_id, l.heard_at from outlet_listening l
  where l.outlet_id = any (array(select outlet_id from heard))
  order by l.outlet_id for update
), kept as (
  insert into outlet_listening as l (outlet_id, heard_at)
  select outlet_id, heard_at from heard order by outlet_id
  on conflict (outlet_id) do update set heard_at = excluded.heard_at
  where excluded.heard_at > l.heard_at or l.heard_at > ${latestBy('$2')}
)
insert into pauses (id, outlet_id, trading_session_id, paused_by, from_at, ended_at)
select heard.pause_id, heard.outlet_id, heard.trading_session_id, 'unattended',
  before.heard_at + interval '${PROVED_FOR_MS} ms', heard.heard_at
from heard join before on before.outlet_id = heard.outlet_id
where heard.heard_at > before.heard_at + interval '${PROVED_FOR_MS} ms'
on conflict do nothing`,
};

export type AttendanceRepository = ReturnType<typeof attendanceRepository>;

/** Reads what is unattended. All of it is in the database, so every server sees the same, also after a restart. */
export function attendanceRepository(database: Database) {
  const { kysely } = database;
  const pending = [...statusGroups.pending];
  const cameAt = sql<Date>`coalesce(orders.paid_at, orders.created_at)`;
  const heardAt = sql<Date>`coalesce(outlet_listening.heard_at, trading_sessions.started_at)`;
  const unheardSince = sql<Date>`coalesce(outlet_screens.signed_out_at, outlet_screens.silent_since)`;
  const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
  const after = (now: Date, ms: number) => new Date(now.getTime() + ms);

  /** An order that somebody opened is attended, whether or not it rang. */
  const unalertedOrders = (now: Date) =>
    kysely
      .selectFrom('orders')
      .innerJoin('outlets', 'outlets.id', 'orders.outlet_id')
      .where('orders.status', 'in', pending)
      .where('orders.is_test', '=', false)
      .where('orders.alerted_at', 'is', null)
      .where('orders.seen_at', 'is', null)
      .where(cameAt, '<=', before(now, ALERTED_WITHIN_MS));

  const unlistenedOutlets = (now: Date) =>
    kysely
      .selectFrom('outlet_feeds')
      .innerJoin('outlets', 'outlets.id', 'outlet_feeds.outlet_id')
      .innerJoin('trading_sessions', 'trading_sessions.id', 'outlet_feeds.trading_session_id')
      .leftJoin('outlet_listening', 'outlet_listening.outlet_id', 'outlets.id')
      .where((is) =>
        is.or([is(heardAt, '<=', before(now, PROVED_FOR_MS)), is(heardAt, '>', after(now, PROVED_FOR_MS))]),
      );

  const unheardScreens = (now: Date) =>
    kysely
      .selectFrom('outlet_screens')
      .innerJoin('outlets', 'outlets.id', 'outlet_screens.outlet_id')
      .innerJoin('outlet_feeds', 'outlet_feeds.outlet_id', 'outlets.id')
      .innerJoin('trading_sessions', 'trading_sessions.id', 'outlet_feeds.trading_session_id')
      .where((is) =>
        is.or([
          is.and([
            is('outlet_screens.silent', 'is not', null),
            is('outlet_screens.signed_out_at', 'is', null),
            is('outlet_screens.heard_at', '>', before(now, SCREEN_HEARD_WITHIN_MS)),
            is('outlet_screens.heard_at', '<=', after(now, SCREEN_HEARD_WITHIN_MS)),
          ]),
          // A screen that was signed out counts until its row is deleted.
          is('outlet_screens.signed_out_at', '>', is.ref('trading_sessions.started_at')),
        ]),
      );

  const ordersOf = (sellerId: string, now: Date) =>
    unalertedOrders(now)
      .where('outlets.seller_id', '=', sellerId)
      .select(['orders.id', 'orders.outlet_id', 'outlets.name', 'orders.order_number', 'orders.table_number'])
      .select(cameAt.as('since'))
      .orderBy(cameAt)
      .orderBy('orders.id')
      .execute();
  const outletsOf = (sellerId: string, now: Date) =>
    unlistenedOutlets(now)
      .where('outlets.seller_id', '=', sellerId)
      .select(['outlets.id', 'outlets.name', sql<Date>`least(${heardAt}, ${now}::timestamptz)`.as('since')])
      .orderBy(heardAt)
      .orderBy('outlets.id')
      .execute();
  const screensOf = (sellerId: string, now: Date) =>
    unheardScreens(now)
      .where('outlets.seller_id', '=', sellerId)
      .select(['outlet_screens.outlet_id', 'outlets.name as outlet_name'])
      .select(['screen_id', 'outlet_screens.name', 'silent', 'signed_out_at', unheardSince.as('since')])
      .orderBy(unheardSince)
      .orderBy('screen_id')
      .limit(MOST_SCREENS)
      .execute();

  return {
    /** Stores when screens that can ring were last heard at these outlets. */
    async keepListening(heard: ReadonlyMap<string, Date>, now: Date): Promise<void> {
      if (heard.size === 0) return;
      const rows = [...heard].map(([outletId, at]) => ({
        outlet_id: outletId,
        heard_at: at,
        pause_id: newId(),
      }));
      await database.run(keepListening, [JSON.stringify(rows), now]);
    },

    async unattended(sellerId: string, now: Date): Promise<Unattended> {
      const orders = await ordersOf(sellerId, now);
      const outlets = await outletsOf(sellerId, now);
      const screens = await screensOf(sellerId, now);
      return {
        orders: orders.map((row) => ({
          id: row.id,
          outletId: row.outlet_id,
          outletName: row.name,
          orderNumber: row.order_number,
          tableNumber: row.table_number,
          since: row.since.toISOString(),
        })),
        outlets: outlets.map(({ since, ...outlet }) => ({ ...outlet, since: since.toISOString() })),
        screens: screens.map((row) => ({
          outletId: row.outlet_id,
          outletName: row.outlet_name,
          screenId: row.screen_id,
          screenName: row.name,
          why: row.signed_out_at === null && row.silent !== null ? row.silent : 'signed-out',
          since: row.since.toISOString(),
        })),
      };
    },

    /** A checksum over what is unattended, for each seller who has any; it changes whenever that does. */
    async unattendedSums(now: Date): Promise<Map<string, string>> {
      const sum = (what: string) => sql.raw<string>(checksumOf(what)).as('sum');
      const screen =
        "concat_ws(' ', outlet_screens.outlet_id, screen_id, silent, signed_out_at, outlet_screens.name)";
      const rows = await unalertedOrders(now)
        .select(['outlets.seller_id', sum('orders.id')])
        .groupBy('outlets.seller_id')
        .unionAll(
          unlistenedOutlets(now)
            .select(['outlets.seller_id', sum('outlets.id')])
            .groupBy('outlets.seller_id'),
        )
        .unionAll(
          unheardScreens(now)
            .select(['outlets.seller_id', sum(screen)])
            .groupBy('outlets.seller_id'),
        )
        .execute();
      const sums = new Map<string, string>();
      for (const { seller_id: seller, sum: part } of rows)
        sums.set(seller, [sums.get(seller) ?? '', part].join(' '));
      return sums;
    },
  };
}
