import { expect, it, onTestFinished } from 'vitest';
import { isPromiseKept } from '#shared/orders/promises.ts';
import { seedDemo } from '../../demo/seed.ts';
import { sessionMoney } from '../../server/ledger/session-money.ts';
import { testDatabase } from '../../server/testing/database.ts';

it('the demo’s past orders are in the ledger as real ones are, and its sessions add up (D20, D43)', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  const { ferry } = await seedDemo(database, new Date());
  const { kysely } = database;
  const sessions = await kysely
    .selectFrom('trading_sessions')
    .selectAll()
    .where('outlet_id', '=', ferry)
    .where('finished_at', 'is not', null)
    .execute();
  expect(sessions).toHaveLength(7);
  const told = await sessionMoney(database).earnings(sessions.map(({ id }) => id));
  expect(sessions.map(({ id }) => told.get(id))).toEqual(sessions.map((session) => session.total_earnings));

  const orders = await kysely.selectFrom('orders').selectAll().execute();
  const entries = await kysely.selectFrom('ledger_entries').selectAll().execute();
  const left = new Map<string, number>();
  for (const { order_id: id, account, amount } of entries)
    if (id !== null && account === 'seller') left.set(id, (left.get(id) ?? 0) + amount);
  const paid = orders.filter(({ status }) => status === 'complete' || status === 'refunded');
  expect(paid.length).toBeGreaterThan(100);
  expect([...left.keys()].toSorted((a, b) => (a < b ? -1 : 1))).toEqual(
    paid.map(({ id }) => id).toSorted((a, b) => (a < b ? -1 : 1)),
  );
  for (const order of paid)
    expect(left.get(order.id)).toBe(
      order.amount - order.service_charge - order.platform_fee - order.card_fee - order.refunded,
    );
});

it('the demo’s past orders were made line by line, promised as the server promises, and say what was in them (D43, D56, D63)', async () => {
  const database = await testDatabase();
  onTestFinished(() => database.close());
  await seedDemo(database, new Date());
  const paid = await database.kysely
    .selectFrom('orders')
    .selectAll()
    .where('completed_at', 'is not', null)
    .execute();
  let firstKept = 0;
  for (const order of paid) {
    for (const item of order.items) expect(item).toMatchObject({ stated: 'whole' });
    const readyAt = order.ready_at?.getTime() ?? NaN;
    const lines = order.item_status.map(({ readyAt: at = '' }) => Date.parse(at));
    expect(Math.max(...lines)).toBe(readyAt);
    expect(Math.min(...lines)).toBeGreaterThan(order.accepted_at?.getTime() ?? NaN);
    expect(order.completed_at?.getTime()).toBeGreaterThan(readyAt);
    const [first, ...moved] = (order.promises ?? []).map(({ readyBy }) => Date.parse(readyBy));
    if (isPromiseKept(first ?? NaN, readyAt)) firstKept += 1;
    expect(isPromiseKept(moved.at(-1) ?? first ?? NaN, readyAt), 'the last promise').toBe(true);
  }
  expect(firstKept).toBeGreaterThan(0.7 * paid.length);
  expect(firstKept, 'some were late').toBeLessThan(paid.length);
});
