import type { Order } from '#shared/api/orders.ts';
import type { Database, Statement } from '../../database/database.ts';
import type { OrderRow } from './order-row.ts';
import { isShown, type OrdersRepository } from './orders-repository.ts';
import { readByStamps } from './read-by-stamps.ts';

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

/** Reads the orders of a session. On a busy evening few of them have changed since the last time: only those are read. */
export function liveOrdersReader(database: Database, { withRefunds }: Pick<OrdersRepository, 'withRefunds'>) {
  const byStamps = readByStamps<Order>();

  return async (sessionId: string, before: readonly Order[]): Promise<Order[]> => {
    const [row] = await database.run<{ stamps: Record<string, string> | null }>(stampsOfSession, [sessionId]);
    const stamps = new Map(Object.entries(row?.stamps ?? {}));
    return byStamps(stamps, before, async (ids) =>
      withRefunds(await database.run<OrderRow>(ordersOfIds, [JSON.stringify(ids)])),
    );
  };
}
