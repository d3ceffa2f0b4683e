import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { basketOfTea, type TestServer } from '../../testing/server.ts';
import { server, setUpServer } from '../../../tests/support/shop/set-up.ts';

setUpServer();

type Shop = Awaited<ReturnType<TestServer['trading']>>;
const numbers = (orders: { orderNumber: number }[]) =>
  orders.map(({ orderNumber }) => orderNumber).toSorted((a, b) => a - b);
const from1To = (last: number) => Array.from({ length: last }, (_, index) => index + 1);

async function seqOf(shop: Shop): Promise<number> {
  const row = await server.database.kysely
    .selectFrom('outlet_feeds')
    .select('seq')
    .where('outlet_id', '=', shop.outletId)
    .executeTakeFirstOrThrow();
  return row.seq;
}

it('orders that share a commit each have their own number and seq, outlet by outlet (D22)', async () => {
  const shops = await Promise.all([server.trading(), server.trading(), server.trading()]);
  const before = await Promise.all(shops.map(seqOf));
  const placed = await Promise.all(
    Array.from({ length: 90 }, async (_, index) => {
      const shop = shops[index % 3] as Shop;
      return { shop, order: await shop.order() };
    }),
  );
  for (const [index, shop] of shops.entries()) {
    expect(numbers(placed.filter((one) => one.shop === shop).map(({ order }) => order))).toEqual(from1To(30));
    expect(await seqOf(shop)).toBe((before[index] ?? 0) + 30);
  }
});

it('in one burst, twice the same key is one order, and a declined card or a closed outlet harms nobody else (D10, D22)', async () => {
  const shop = await server.trading();
  const closed = await server.trading();
  await closed.send('POST', `/sellers/outlets/${closed.outletId}/trading-session/finish`);
  const place = (outletId: string, key: string, body: object) =>
    server.send('POST', `/customers/outlets/${outletId}/orders`, body, { 'idempotency-key': key });
  const replies = await Promise.all([
    ...from1To(10).flatMap((each) => [
      place(shop.outletId, `one-${each}`, basketOfTea),
      place(shop.outletId, `one-${each}`, basketOfTea),
    ]),
    ...from1To(5).map((each) =>
      place(shop.outletId, `no-${each}`, { ...basketOfTea, paymentMethod: 'test_declined' }),
    ),
    ...from1To(5).map((each) => place(closed.outletId, `shut-${each}`, basketOfTea)),
  ]);
  expect(replies.map(({ status }) => status)).toEqual([...Array(25).fill(201), ...Array(5).fill(409)]);
  const { body } = await shop.send('GET', `/sellers/outlets/${shop.outletId}/orders`);
  expect(numbers(body)).toEqual(from1To(10));
});

// The embedded database runs one transaction at a time, so no outlet can overtake another there.
it.runIf(process.env['DATABASE_URL'])('an outlet whose row is held keeps no other waiting (B7)', async () => {
  const [held, free] = [await server.trading(), await server.trading()];
  await Promise.all([held.order(), free.order()]);
  const waiting = await server.database.kysely.transaction().execute(async (tx) => {
    await tx
      .selectFrom('outlet_feeds')
      .select('seq')
      .where('outlet_id', '=', held.outletId)
      .forUpdate()
      .execute();
    const later = held.order();
    await Promise.all([free.order(), free.order(), free.order()]);
    return { later };
  });
  expect((await waiting.later).orderNumber).toBe(2);
});

type Plan = { 'Relation Name'?: string; 'Plan Rows': number; Plans?: Plan[] };
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

it('an order looks at its own outlet, however many others trade (M14)', async () => {
  const shop = await server.trading();
  const { kysely } = server.database;
  for (const [table, key] of [
    ['outlets', 'id'],
    ['outlet_feeds', 'outlet_id'],
  ] as const)
    await sql`
      insert into ${sql.table(table)}
      select (jsonb_populate_record(null::${sql.table(table)}, to_jsonb(one) || jsonb_build_object(${key}::text, 'other-' || n))).*
      from ${sql.table(table)} one, generate_series(1, 500) n
      where ${sql.ref(`one.${key}`)} = ${shop.outletId}`.execute(kysely);
  await sql`analyze outlets, outlet_feeds, catalogs, accounts`.execute(kysely);
  const asked = vi.spyOn(server.database, 'run');
  await shop.order();
  const [statement, parameters] = asked.mock.calls.find(([{ name }]) => name === 'write_orders') ?? [];
  asked.mockRestore();

  const plan = await kysely.transaction().execute(async (tx) => {
    // The plan that PostgreSQL uses after several executions: one for all parameters.
    await sql`set local plan_cache_mode to force_generic_plan`.execute(tx);
    await sql.raw(`prepare asked as ${statement?.sql}`).execute(tx);
    const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Plan }] }>`
      explain (format json) execute asked(${sql.lit(String(parameters?.[0]))})`.execute(tx);
    await sql`deallocate asked`.execute(tx);
    return rows[0]?.['QUERY PLAN'][0].Plan;
  });
  const looks = plan ? nodesOf(plan).filter((node) => node['Relation Name']?.startsWith('outlet')) : [];
  expect(looks.length).toBeGreaterThan(1);
  for (const look of looks) expect(look['Plan Rows'], JSON.stringify(look)).toBeLessThan(50);
});
