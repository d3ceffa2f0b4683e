import type { RepeatedChore } from '../../core/repeated-chore.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { Database, Statement } from '../../database/database.ts';

/** The words of an order take a few milliseconds, in which the embedded database does nothing else: others get between. */
const AT_ONCE = 4;
const MOST_IN_A_RUN = 20;

/** Moves the newest $1 of the listed orders into the index of words. What is changed meanwhile is listed again. */
export const indexListed: Statement = {
  name: 'index_listed_orders',
  sql: `
with listed as (
  delete from orders_to_index where order_id in (
    select order_id from orders_to_index order by order_id desc limit $1 for update skip locked
  )
  returning order_id
)
insert into order_search (order_id, seller_id, words)
select o.id, s.seller_id, order_words(o, s.seller_id)
from listed join orders o on o.id = listed.order_id join outlets s on s.id = o.outlet_id
on conflict (order_id) do update set words = excluded.words`,
};

/** Asked first, because the embedded database syncs to the disk after whatever may write. */
const findListed: Statement = {
  name: 'find_listed_order',
  sql: 'select order_id from orders_to_index limit 1',
};

/** Finds the words of orders soon after they were written, so that nobody's order waits for it. */
export function indexOrders(
  database: Database,
  everyMs: number,
  reports: Pick<ChoreReports, 'log' | 'onRun'>,
): RepeatedChore {
  return reportedChore({
    ...reports,
    name: 'index-orders',
    async run() {
      for (let found = 0; found < MOST_IN_A_RUN; found += AT_ONCE) {
        const listed = await database.run(findListed, []);
        if (listed.length === 0) break;
        await database.run(indexListed, [AT_ONCE]);
      }
      return false;
    },
    everyMs,
    failure: 'orders could not be made searchable; it is tried again',
  });
}
