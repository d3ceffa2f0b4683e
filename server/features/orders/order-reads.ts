import type { Order, OrderVersion } from '#shared/api/orders.ts';
import { compareLive } from '#shared/orders/reading.ts';
import type { Database, Statement } from '../../database/database.ts';
import { cachedReplies, type Stamped } from '../../http/cached-replies.ts';
import { liveOrdersReader } from './live-orders.ts';
import { orderVersionsReader } from './order-versions.ts';
import { isShown, type OrdersRepository } from './orders-repository.ts';

type AskedOrder = { sellerId: string; orderId: string };
type AskedOutlet = { sellerId: string; outletId: string };
/** An outlet's open session; null while it is closed. */
type OutletState = AskedOutlet & Stamped & { session: string | null };

/**
 * PostgreSQL gives a row a new place (`ctid`) or transaction (`xmin`) at every write, so these make a stamp at a
 * small part of the cost of reading the orders. A refund changes its order's row as well; what the provider books
 * later, such as a dispute, writes the row of an open session's order, and of others is only in the ledger. Unpaid
 * orders are in neither list nor stamp, because a stranger can make as many as they like.
 */
const listStamps: Statement = {
  name: 'live_list_stamps',
  sql: `
select asked."sellerId", asked."outletId", feeds.trading_session_id as session,
  concat(feeds.trading_session_id, ' ', (select md5(string_agg(orders.ctid::text || ' ' || orders.xmin::text, ','))
    from orders where orders.trading_session_id = feeds.trading_session_id and ${isShown})) as stamp
from jsonb_to_recordset($1::jsonb) as asked ("sellerId" text, "outletId" text)
join outlets on outlets.id = asked."outletId" and outlets.seller_id = asked."sellerId"
join outlet_feeds feeds on feeds.outlet_id = outlets.id`,
};

const orderStamps: Statement = {
  name: 'order_stamps',
  sql: `
select asked."sellerId", asked."orderId", concat(orders.ctid::text, ' ', orders.xmin::text, ' ',
  (select count(*) from ledger_entries where order_id = orders.id)) as stamp
from jsonb_to_recordset($1::jsonb) as asked ("sellerId" text, "orderId" text)
join orders on orders.id = asked."orderId"
join outlets on outlets.id = orders.outlet_id and outlets.seller_id = asked."sellerId"`,
};

/** Orders that are cached: in lists, and single ones. */
const MOST_IN_LISTS = 20_000;
const MOST_VERSIONS = 50_000;
const MOST_ALONE = 5_000;

export type OrderReads = ReturnType<typeof orderReads>;

/** The reads that every screen of every till repeats. */
export function orderReads(database: Database, orders: Pick<OrdersRepository, 'find' | 'withRefunds'>) {
  const nameOfOrder = ({ sellerId, orderId }: AskedOrder) => `${sellerId} ${orderId}`;
  const nameOfOutlet = ({ sellerId, outletId }: AskedOutlet) => `${sellerId} ${outletId}`;
  const look = async <Asked, State>(
    by: Statement,
    asked: Asked[],
    nameOf: (row: State & Asked) => string,
  ) => {
    const rows = await database.run<State & Asked & object>(by, [JSON.stringify(asked)]);
    return new Map(rows.map((row) => [nameOf(row), row]));
  };
  const liveOrders = liveOrdersReader(database, orders);
  const orderVersions = orderVersionsReader(database);
  const ofOutlet = {
    nameOf: nameOfOutlet,
    look: (asked: AskedOutlet[]) => look<AskedOutlet, OutletState>(listStamps, asked, nameOfOutlet),
  };

  return {
    /** The orders of an outlet's open session, sorted as the board is. Null if the outlet is not the seller's. */
    live: cachedReplies({
      ...ofOutlet,
      async read(_outlet, { session }, before: Order[] | null) {
        const listed = session === null ? [] : await liveOrders(session, before ?? []);
        return listed.toSorted(compareLive);
      },
      sizeOf: (orders) => orders.length,
      most: MOST_IN_LISTS,
    }),

    /** The versions of those that a board shows. Null if the outlet is not the seller's. */
    versions: cachedReplies({
      ...ofOutlet,
      read: async (_outlet, { session }, before: OrderVersion[] | null) =>
        session === null ? [] : orderVersions(session, before ?? []),
      sizeOf: (versions) => versions.length,
      most: MOST_VERSIONS,
    }),

    /** Null for an unknown order and for another seller's. */
    one: cachedReplies({
      nameOf: nameOfOrder,
      look: (asked: AskedOrder[]) => look<AskedOrder, Stamped>(orderStamps, asked, nameOfOrder),
      async read({ sellerId, orderId }) {
        const row = await orders.find(sellerId, orderId);
        const [order] = row ? await orders.withRefunds([row]) : [];
        return order ?? null;
      },
      sizeOf: () => 1,
      most: MOST_ALONE,
    }),
  };
}
