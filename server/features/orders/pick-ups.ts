import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { MOST_PICK_UPS, type PickUp, type PickUpOrder } from '#shared/api/pick-up.ts';
import { batchedRead } from '../../database/batched-read.ts';
import type { Database, Statement } from '../../database/database.ts';
import { SharedReply } from '../../http/shared-reply.ts';
import { firstNameOf } from './first-name.ts';

type Collected = [number: number, customerName: string];
type PickUpRow = { id: string; name: string; open: boolean; making: Collected[]; ready: Collected[] };

/** An order without a table is for collection. One whose lines were all handed over is not waited for any more. */
const readPickUps: Statement = {
  name: 'pick_ups',
  sql: `
select o.id, o.name, f.trading_session_id is not null as open, found.making, found.ready
from outlets o
join accounts a on a.id = o.seller_id and a.status = 'verified'
join outlet_feeds f on f.outlet_id = o.id
cross join lateral (
  select
    coalesce(jsonb_agg(jsonb_build_array(order_number, customer_name) order by order_number)
      filter (where status <> 'deliver_enroute'), '[]') as making,
    coalesce(jsonb_agg(jsonb_build_array(order_number, customer_name) order by ready_at desc nulls last, order_number)
      filter (where status = 'deliver_enroute'), '[]') as ready
  from orders
  where trading_session_id = f.trading_session_id
    and status in ('deliver_waiting', 'deliver_working', 'deliver_enroute') and table_number is null and not is_test
    and jsonb_path_exists(item_status, '$[*] ? (@.status != "complete")')
) found
where o.id = any (array(select jsonb_array_elements_text($1::jsonb))) and o.status = 'verified' and o.guest_page`,
};

/** What an outlet's guests are to collect now: the same object while it is the same. Null where there is no page for guests. */
export type ReadPickUp = (outletId: string) => Promise<SharedReply<PickUp> | null>;

const versions = new WeakMap<object, string>();

/** Names what is to be collected, alike on every server. */
export function pickUpVersion(reply: SharedReply<PickUp>): string {
  const version = versions.get(reply) ?? digest(JSON.stringify(reply.body));
  versions.set(reply, version);
  return version;
}

const digest = (text: string) => createHash('sha256').update(text).digest('base64url').slice(0, 16);

const MOST_OUTLETS = 1_000;

/** Reads asked for at once are one statement, of however many outlets. */
export function pickUps(database: Database): ReadPickUp {
  const cached = new LRUCache<string, { text: string; reply: SharedReply<PickUp> }>({ max: MOST_OUTLETS });
  const find = batchedRead<string, PickUpRow>(
    (id) => id,
    async (ids) => {
      const rows = await database.run<PickUpRow>(readPickUps, [JSON.stringify(ids)]);
      return new Map(rows.map((row) => [row.id, row]));
    },
  );
  return async function readPickUp(outletId) {
    const row = await find(outletId);
    if (!row) return null;
    const text = JSON.stringify(row);
    const known = cached.get(outletId);
    if (known?.text === text) return known.reply;
    const reply = new SharedReply(pickUpOf(row));
    cached.set(outletId, { text, reply });
    return reply;
  };
}

function pickUpOf({ name, open, making, ready }: PickUpRow): PickUp {
  return {
    outlet: { name, availability: open ? 'open' : 'closed' },
    making: listed(making),
    ready: listed(ready),
    more: {
      making: Math.max(0, making.length - MOST_PICK_UPS),
      ready: Math.max(0, ready.length - MOST_PICK_UPS),
    },
  };
}

const listed = (orders: Collected[]): PickUpOrder[] =>
  orders.slice(0, MOST_PICK_UPS).map(([number, name]) => ({ number, name: firstNameOf(name) }));
