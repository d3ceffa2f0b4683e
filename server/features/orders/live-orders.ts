import type { Order } from '#shared/api/orders.ts';
import type { Database, Statement } from '../../database/database.ts';
import type { OrderRow } from './order-row.ts';
import { isShown, type OrdersRepository } from './orders-repository.ts';

const stampsOfSession: Statement = {
  name: 'order_stamps_of_session',
  sql: `
select json_object_agg(id, concat(ctid::text, ' ', xmin::text)) as stamps
from orders where trading_session_id = $1 and ${isShown}`,
};

/** Each is looked up by its id: the fence keeps the planner from reading all orders. */
const ordersOfIds: Statement = {
  name: 'orders_of_ids',
  sql: `
select o.* from jsonb_array_elements_text($1::jsonb) as asked (id)
cross join lateral (select * from orders where orders.id = asked.id offset 0) o`,
};

/**
 * Reads the orders of a session. On a busy evening few of them have changed since the last time: only those are read,
 * and the others are the same objects as before.
 */
export function liveOrdersReader(database: Database, { withRefunds }: Pick<OrdersRepository, 'withRefunds'>) {
  /** The stamp that was read before its order: a later change gets another one. */
  const stampOf = new WeakMap<Order, string>();

  return async (sessionId: string, before: readonly Order[]): Promise<Order[]> => {
    const [row] = await database.run<{ stamps: Record<string, string> | null }>(stampsOfSession, [sessionId]);
    const stamps = new Map(Object.entries(row?.stamps ?? {}));
    const same = before.filter((order) => stamps.get(order.id) === stampOf.get(order));
    for (const { id } of same) stamps.delete(id);
    if (stamps.size === 0) return same;
    const rows = await database.run<OrderRow>(ordersOfIds, [JSON.stringify([...stamps.keys()])]);
    const changed = await withRefunds(rows);
    for (const order of changed) stampOf.set(order, stamps.get(order.id) ?? '');
    return [...same, ...changed];
  };
}
