import type { LedgerSum } from '#shared/api/orders.ts';
import type { Database, Statement } from '../database/database.ts';

const sums: Statement = {
  name: 'ledger_sums_of_orders',
  sql: `
select e.order_id, t.kind, e.account, sum(e.amount)::int as amount
from jsonb_array_elements_text($1::jsonb) as asked (id)
join ledger_entries e on e.order_id = asked.id
join ledger_transactions t on t.id = e.transaction_id
group by e.order_id, t.kind, e.account`,
};

/** What the ledger has of each of the orders, by order id. */
export async function ledgerSums(
  database: Database,
  orderIds: readonly string[],
): Promise<ReadonlyMap<string, LedgerSum[]>> {
  const found = new Map<string, LedgerSum[]>();
  if (orderIds.length === 0) return found;
  const rows = await database.run<LedgerSum & { order_id: string }>(sums, [JSON.stringify(orderIds)]);
  for (const { order_id: orderId, ...one } of rows) found.set(orderId, [...(found.get(orderId) ?? []), one]);
  return found;
}

/** The sums with those of a transaction that is still to be written. */
export function withBooked(
  sums: readonly LedgerSum[],
  { kind, amounts }: { kind: string; amounts: Partial<Record<string, number>> },
): LedgerSum[] {
  const all = sums.map((one) => ({ ...one }));
  for (const [account, amount = 0] of Object.entries(amounts)) {
    const known = all.find((one) => one.kind === kind && one.account === account);
    if (known) known.amount += amount;
    else all.push({ kind, account, amount });
  }
  return all;
}
