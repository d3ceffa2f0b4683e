import { PROVED_FOR_MS } from '#shared/base/pauses.ts';
import type { Statement } from '../../database/database.ts';

const columns = `id, outlet_id, is_test, status, table_number, customer_name, note, items, item_status, amount, service_charge, tip,
  platform_fee, card_fee, payment_reference, payment_account, payment_method, payment_due_at, placed_from, created_at,
  capture_before, expires_at, expiry_ms, portions_taken, idempotency_key, idempotency_hash`;

/** The parts of the statement that only outlets need that count some of their items. */
type Counting = {
  fits: string;
  numbered: string;
  sold: string;
  left: string;
  taken: string;
  isTaken: string;
};

/**
 * What orders want of the counted items, and whether too few are left. Of several for one item, those that are refused
 * count against the later ones; written alone, these find out what is truly left.
 */
const wantedPortions = `wanted as (
  select f.place, f.outlet_id, line.item, line.quantity,
    sum(line.quantity) over (partition by f.outlet_id, line.item order by f.place)
      > (f.portions ->> line.item)::int as is_short
  from fitting f cross join lateral (
    select ordered ->> 'itemId' as item, sum((ordered ->> 'quantity')::int)::int as quantity
    from jsonb_array_elements(f.items) ordered group by 1
  ) line
  where f.takes_portions and f.portions ? line.item
)`;
const numbers = `
    sum(f.takes_seq) over (partition by f.outlet_id order by f.place)::int as nth,
    sum(f.takes_number) over (partition by f.outlet_id order by f.place)::int as nth_number
  from fitting f`;

const counting: Counting = {
  fits: '',
  numbered: `${wantedPortions}, numbered as (
  select f.*, (select jsonb_object_agg(w.item, w.quantity) from wanted w where w.place = f.place) as portions_taken,${numbers}
  where not exists (select from wanted w where w.place = f.place and w.is_short)
)`,
  // What the orders take that are written, with a minus, by outlet.
  sold: `, sold as (
  select outlet_id, jsonb_object_agg(item, 0 - quantity) as portions
  from (
    select w.outlet_id, w.item, sum(w.quantity) as quantity from numbered n join wanted w using (place) group by 1, 2
  ) items
  group by outlet_id
)`,
  left: `,
    portions = case when taken.portions is null then f.portions else portions_after(f.portions, taken.portions) end`,
  taken: `select n.outlet_id, max(n.nth) as count, max(n.nth_number) as numbers, s.portions
    from numbered n left join sold s using (outlet_id) group by n.outlet_id, s.portions`,
  isTaken: 'taken.count > 0 or taken.portions is not null',
};

/** Leaves out an outlet that counts: also one that has begun to a moment ago, since its row says so once it is locked. */
const notCounting: Counting = {
  fits: `
    and h.portions = '{}'`,
  numbered: `numbered as (
  select f.*, null::jsonb as portions_taken,${numbers}
)`,
  sold: '',
  left: '',
  taken: `select n.outlet_id, max(n.nth) as count, max(n.nth_number) as numbers from numbered n group by n.outlet_id`,
  isTaken: 'taken.count > 0',
};

/**
 * Writes several orders in one statement and one commit. Each takes its outlet's next number and seq; it is left out
 * if its outlet is closed or paused, if nobody there could have been alerted for a minute, if too few are left of what
 * it orders, or if the outlet has changed since its menu was read. The rows say which were written. The outlets come as
 * an array: for a subquery the planner expects so many rows that it reads every outlet.
 *
 * A pause is in the row that is locked: after it was committed no order is written. When a screen was last heard is not,
 * but it only rises: an older time than the current one refuses an order too many, which is tried again. One far ahead
 * is from before a clock was set back, and proves nothing.
 *
 * What is left of the outlet's items is in that row as well, so that it is read as it stands once the row is locked,
 * however many servers write.
 */
function insertOrders(name: string, lock: string, portions: Counting): Statement {
  return {
    name,
    sql: `
with given as (
  select * from jsonb_to_recordset($1::jsonb) as g (
    place int, takes_seq int, takes_number int, takes_portions boolean, catalog_id text, revision int,
    sold_out_version int, service_type text, expiry_minutes int,
    id text, outlet_id text, is_test boolean, status text, table_number text, customer_name text, note text, items jsonb,
    item_status jsonb, amount int, service_charge int, tip int, platform_fee int, card_fee int, payment_reference text,
    payment_account text, payment_method text, payment_due_at timestamptz, placed_from text, created_at timestamptz,
    capture_before timestamptz, expires_at timestamptz, expiry_ms int, idempotency_key text, idempotency_hash text,
    written_at timestamptz
  )
), held as (
  select f.outlet_id, f.seq as last_seq, f.last_order_number, f.trading_session_id,
    f.pause_id, f.paused_until, f.portions, l.heard_at, o.catalog_id, c.revision, c.sold_out_version, o.service_type,
    o.order_expiry_minutes as expiry_minutes, a.stripe_connect_id
  from outlet_feeds f
  join outlets o on o.id = f.outlet_id
  join accounts a on a.id = o.seller_id
  join catalogs c on c.id = o.catalog_id
  join outlet_listening l on l.outlet_id = f.outlet_id
  where f.outlet_id = any (array(select outlet_id from given)) and o.id = any (array(select outlet_id from given))
    and l.outlet_id = any (array(select outlet_id from given))
    and f.trading_session_id is not null and o.status = 'verified' and a.status = 'verified'
  ${lock}
), fitting as (
  select g.*, h.last_seq, h.last_order_number, h.trading_session_id, h.portions
  from given g
  join held h on h.outlet_id = g.outlet_id and h.catalog_id = g.catalog_id and h.revision = g.revision
    and h.sold_out_version = g.sold_out_version and h.service_type = g.service_type
    and h.expiry_minutes is not distinct from g.expiry_minutes
    and (g.payment_account is null or g.payment_account = h.stripe_connect_id)
    and (h.pause_id is null or h.paused_until <= g.written_at)
    and h.heard_at between g.written_at - interval '${PROVED_FOR_MS} ms' and g.written_at + interval '${PROVED_FOR_MS} ms'${portions.fits}
), ${portions.numbered}${portions.sold}, fed as (
  update outlet_feeds f
  set seq = f.seq + taken.count, last_order_number = f.last_order_number + taken.numbers${portions.left}
  from (
    ${portions.taken}
  ) taken
  where f.outlet_id = taken.outlet_id and (${portions.isTaken})
), written as (
  insert into orders (trading_session_id, order_number, version, ${columns})
  select trading_session_id, (last_order_number + nth_number) * takes_number, 1, ${columns}
  from numbered
  returning id, order_number, trading_session_id, portions_taken
)
select id, outlet_id, order_number, last_seq + nth as seq, written.trading_session_id, written.portions_taken,
  numbered.portions <> '{}' as is_counting
from written join numbered using (id)`,
  };
}

/** These also leave out an outlet whose row somebody else has locked, so that it delays no other. */
export const writeTogether = insertOrders('write_orders', 'for update of f skip locked', notCounting);
export const writeCounted = insertOrders('write_counted_orders', 'for update of f skip locked', counting);
export const writeAlone = insertOrders('write_order', 'for update of f', counting);
