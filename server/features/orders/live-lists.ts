import type { Order } from '#shared/api/orders.ts';
import { compareLive } from '#shared/orders/reading.ts';
import type { Database, Statement } from '../../database/database.ts';
import { readTogether } from '../../database/read-together.ts';
import { SharedReply } from '../../http/shared-reply.ts';
import type { OrdersRepository } from './orders-repository.ts';

type Asked = { sellerId: string; outletId: string };
/** An outlet's open session, and a stamp that no two states of its orders share; both null while it is closed. */
type State = Asked & { session: string | null; stamp: string | null };
type Known = { session: string; stamp: string | null; list: SharedReply<Order[]>; length: number };

/**
 * A row that is written gets another place or another transaction, whoever writes whatever of it. To look at those is a
 * small part of the cost of reading the orders.
 */
const readStates: Statement = {
  name: 'live_states',
  sql: `
select asked."sellerId", asked."outletId", feeds.trading_session_id as session,
  (select md5(string_agg(orders.ctid::text || ' ' || orders.xmin::text, ','))
    from orders where orders.trading_session_id = feeds.trading_session_id) as stamp
from jsonb_to_recordset($1::jsonb) as asked ("sellerId" text, "outletId" text)
join outlets on outlets.id = asked."outletId" and outlets.seller_id = asked."sellerId"
join outlet_feeds feeds on feeds.outlet_id = outlets.id`,
};

/** Orders that are kept in memory with their lists. */
const MOST_ORDERS = 20_000;

const nothing = new SharedReply<Order[]>([]);

export type LiveLists = ReturnType<typeof liveLists>;

/**
 * The orders of outlets' open sessions (D21), sorted as the board is. Every screen fetches them time and again (D32), and
 * mostly they are as they were: a list is read and written out again only once one of its orders has changed.
 */
export function liveLists(database: Database, { ofSessions }: Pick<OrdersRepository, 'ofSessions'>) {
  const known = new Map<string, Known>();
  let held = 0;

  const nameOf = ({ sellerId, outletId }: Asked) => `${sellerId} ${outletId}`;
  const stateOf = readTogether<Asked, State>(nameOf, async (asked) => {
    const rows = await database.run<State>(readStates, [JSON.stringify(asked)]);
    return new Map(rows.map((row) => [nameOf(row), row]));
  });
  const ordersOf = readTogether<string, Order[]>((session) => session, ofSessions);

  function keep(outletId: string, entry: Known): void {
    forget(outletId);
    known.set(outletId, entry);
    held += entry.length;
    for (const oldest of known.keys()) {
      if (held <= MOST_ORDERS) return;
      forget(oldest);
    }
  }
  function forget(outletId: string): void {
    held -= known.get(outletId)?.length ?? 0;
    known.delete(outletId);
  }

  /** Null where the outlet is not the seller's. */
  return async (sellerId: string, outletId: string): Promise<SharedReply<Order[]> | null> => {
    const state = await stateOf({ sellerId, outletId });
    if (!state) return null;
    const { session, stamp } = state;
    if (session === null) return nothing;
    const before = known.get(outletId);
    if (before?.session === session && before.stamp === stamp) return before.list;
    // Read after the stamp: what changes in between gives the list another stamp, and it is read again.
    const orders = (await ordersOf(session)) ?? [];
    const list = new SharedReply(orders.toSorted(compareLive));
    keep(outletId, { session, stamp, list, length: orders.length });
    return list;
  };
}
