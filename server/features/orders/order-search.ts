import type { FoundOrder } from '#shared/api/order-search.ts';
import type { OrderItem } from '#shared/api/orders.ts';
import type { PaidCard } from '#shared/api/paid-card.ts';
import type { Pence } from '#shared/base/money.ts';
import type { OrderStatus } from '#shared/base/order-statuses.ts';
import type { Database, Statement } from '../../database/database.ts';
import type { RouteHandlers } from '../../http/serve.ts';

type FoundRow = {
  id: string;
  outlet_id: string;
  trading_session_id: string;
  order_number: number;
  status: OrderStatus;
  table_number: string | null;
  customer_name: string;
  items: OrderItem[];
  amount: Pence;
  card: PaidCard | null;
  created_at: Date;
};

const found = `
select o.id, o.outlet_id, o.trading_session_id, o.order_number, o.status, o.table_number, o.customer_name, o.items,
  o.amount, o.card, o.created_at
from hits join orders o on o.id = hits.order_id
order by o.id desc`;

/** How many of a seller's newest orders are looked through before the index of words is. */
const NEWEST = 2_000;

/**
 * A word that most orders have is soon found among the newest; the index would list them all first. $1: the seller, $2:
 * what is sought, $3: only orders before this one, $4: how many at most.
 */
const findAmongNewest: Statement = {
  name: 'search_newest_orders',
  sql: `
with newest as materialized (
  select order_id, words from order_search where seller_id = $1 and order_id < $3 order by order_id desc limit ${NEWEST}
), hits as (
  select order_id from newest where words @@ (select search_query($2, $1)) order by order_id desc limit $4
)
${found}`,
};

/** The index comes first: it holds sellers apart, and what is rare among the newest is rare. */
const findInIndex: Statement = {
  name: 'search_orders',
  sql: `
with all_hits as materialized (
  select order_id, seller_id from order_search where words @@ (select search_query($2, $1))
), hits as (
  select order_id from all_hits where seller_id = $1 and order_id < $3 order by order_id desc limit $4
)
${found}`,
};

const USUAL_LIMIT = 20;
/** After every id. */
const LAST = '\u{10ffff}';

/** Finds orders of all sessions by words, newest first. */
export function orderSearch(database: Database): Pick<RouteHandlers, 'GET /sellers/orders'> {
  return {
    async 'GET /sellers/orders'({ caller, query: { search, cursor = LAST, limit = USUAL_LIMIT } }) {
      const asked = [caller.id, search, cursor, limit + 1];
      const newest = await database.run<FoundRow>(findAmongNewest, asked);
      const rows = newest.length > limit ? newest : await database.run<FoundRow>(findInIndex, asked);
      const items = rows.slice(0, limit).map(foundOrderOf);
      return { items, nextCursor: rows.length > limit ? (items.at(-1)?.id ?? null) : null };
    },
  };
}

function foundOrderOf(row: FoundRow): FoundOrder {
  return {
    id: row.id,
    outletId: row.outlet_id,
    tradingSessionId: row.trading_session_id,
    orderNumber: row.order_number,
    status: row.status,
    tableNumber: row.table_number,
    customerName: row.customer_name,
    items: row.items.map(({ name, quantity }) => ({ name, quantity })),
    amount: row.amount,
    ...(row.card && { card: row.card }),
    createdAt: row.created_at.toISOString(),
  };
}
