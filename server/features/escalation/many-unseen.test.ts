import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { usualRungs } from '#shared/api/escalation.ts';
import { gateway, guarded, setUpAlerts } from '../../../tests/support/alerts/guarded-shop.ts';
import type { Received } from '../../../tests/support/alerts/receivers.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';
import { asOwner } from '../../testing/database.ts';
import { MOST_HELD_EACH } from '../../senders/sending-claimed.ts';
import { alertsRepository, BATCH, claimDue, renewAlerts } from './alerts-repository.ts';
import { dueOrders } from './due-orders.ts';

const UNSEEN = 2 * MOST_HELD_EACH + 50;
const PAST = 3_000;

setUpAlerts();

/** An outlet that is told by its webhook alone, with more orders that wait than can be told of at once. */
async function overrun(): Promise<void> {
  const owner = await guarded();
  await server.database.kysely.deleteFrom('outlet_phones').execute();
  await owner.send('PUT', `${owner.path}/escalation`, {
    rungs: usualRungs,
    emails: [],
    webhookUrl: `${gateway.url}/hook`,
  });
  const { id } = await owner.order();
  await everythingIsQuiet(id);
  await copyOrder(id, UNSEEN - 1, {});
  server.clock.advance(75_000);
}

/** The planner has counted the tables when no order waited and no message was being sent. */
async function everythingIsQuiet(orderId: string): Promise<void> {
  const { kysely } = server.database;
  await copyOrder(orderId, PAST, { status: 'complete' });
  await sql`
    insert into alerts (id, subject_id, outlet_id, rung, target, name, at, state, settled_at)
    select gen_random_uuid()::text, id, outlet_id, 'messages', 'webhook', 'Webhook', created_at, 'delivered', created_at
    from orders where status = 'complete' on conflict do nothing`.execute(kysely);
  await asOwner(server.database, async (owner) => {
    await sql`analyze orders`.execute(owner.kysely);
    await sql`analyze alerts`.execute(owner.kysely);
  });
}

/** Orders with other numbers that came earlier. */
async function copyOrder(orderId: string, count: number, changes: object): Promise<void> {
  await sql`
    insert into orders
    select (jsonb_populate_record(o, jsonb_build_object('id', gen_random_uuid()::text,
      'order_number', o.order_number + extra, 'idempotency_key', gen_random_uuid()::text,
      'created_at', o.created_at - extra * interval '1 ms',
      'paid_at', o.created_at - extra * interval '1 ms') || ${JSON.stringify(changes)}::jsonb)).*
    from orders o, generate_series(1, ${count}::int) extra
    where o.id = ${orderId}`.execute(server.database.kysely);
}

const numberOf = ({ body }: Received) =>
  (JSON.parse(String(body)) as { order: { number: number } }).order.number;

const claimed = () =>
  server.database.kysely
    .selectFrom('alerts')
    .innerJoin('orders', 'orders.id', 'alerts.subject_id')
    .select(['alerts.id', 'alerts.holder', 'orders.order_number as number'])
    .where('alerts.state', '=', 'sending')
    .execute();

it('of more messages than can be sent soon, those of the longest waiting orders are claimed, and each is sent once (D47)', async () => {
  await overrun();
  const held: (() => void)[] = [];
  gateway.answer = (response) => void held.push(() => response.end());
  const looking = server.app.doChores();
  await vi.waitFor(() => expect(held.length).toBeGreaterThan(0));
  const first = await claimed();
  expect(first).toHaveLength(MOST_HELD_EACH);
  expect(Math.min(...first.map(({ number }) => number))).toBe(UNSEEN - MOST_HELD_EACH + 1);
  const ids = JSON.stringify(first.map(({ id }) => id));
  expect(await rowsRead(renewAlerts.sql, [first[0]?.holder, ids])).toBeLessThan(20 * MOST_HELD_EACH);
  gateway.answer = (response) => response.end();
  for (const answer of held) answer();
  await looking;
  // Sooner than all that wait are looked at again, whatever was told.
  for (const ms of [6_000, 3_000]) await later(ms);
  expect(gateway.received.map(numberOf).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: UNSEEN }, (_, index) => index + 1),
  );
});

it('of thousands of waiting orders some hundreds are looked at at a time, so that nobody waits long for the database', async () => {
  const { kysely } = server.database;
  await kysely.updateTable('orders').set({ status: 'complete' }).execute();
  const owner = await guarded();
  const { id } = await owner.order();
  await everythingIsQuiet(id);
  await copyOrder(id, 3 * BATCH, {});
  server.clock.advance(75_000);
  const now = server.clock.now();
  const { ids } = await dueOrders(server.database).find(now);
  const waiting = kysely.selectFrom('orders').select('id').where('status', '=', 'deliver_pending');
  const oldestFirst = await waiting.orderBy('paid_at').execute();
  expect(ids).toEqual(oldestFirst.map((order) => order.id));
  const [first, second] = [ids.slice(0, BATCH), ids.slice(BATCH, 2 * BATCH)];
  const values = [now, 'a test', JSON.stringify(usualRungs), 0, JSON.stringify(first)];
  expect(await rowsRead(claimDue.sql, values)).toBeLessThan(100 * BATCH);
  const { claimed: next } = await alertsRepository(server.database, 'a test').claim(now, 10 * BATCH, second);
  expect(new Set(next.map(({ order_id: order }) => order))).toEqual(new Set(second));
  expect((await lookedAt()).map((looked) => looked.length)).toEqual([BATCH, BATCH, BATCH, 1]);
});

it('once what is due of them was told, a look reads only those of which a rung became due since', async () => {
  const { kysely } = server.database;
  await kysely.updateTable('orders').set({ status: 'complete' }).execute();
  const owner = await guarded();
  const off = { on: false, afterSeconds: 20 };
  const rungs = { screens: { on: true, afterSeconds: 33 }, phones: off, messages: off, again: off };
  await owner.send('PUT', `${owner.path}/escalation`, { rungs, emails: [], webhookUrl: '' });
  const { id } = await owner.order();
  await copyOrder(id, 2 * BATCH, {});
  server.clock.advance(72_000);
  await server.hear(owner.outletId);
  const fresh = await owner.order();
  server.clock.advance(28_000);
  expect((await lookedAt()).flat(), 'at first all').toHaveLength(2 * BATCH + 2);
  server.clock.advance(4_000);
  expect(await lookedAt()).toEqual([]);
  server.clock.advance(1_000);
  expect(await lookedAt()).toEqual([[fresh.id]]);
  const rung = kysely.selectFrom('alerts').select('at').where('subject_id', '=', fresh.id);
  expect(await rung.execute()).toEqual([{ at: server.clock.now() }]);
});

/** Looks for what is due. @returns the orders that each statement looked at, of those that came first first */
async function lookedAt(): Promise<string[][]> {
  const run = vi.spyOn(server.database, 'run');
  await server.app.doChores();
  const calls = run.mock.calls.filter(([{ name }]) => name === claimDue.name);
  run.mockRestore();
  return calls.map(([, values]) => JSON.parse(String(values.at(-1))) as string[]);
}

type Plan = {
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/** How many rows the database reads for a statement. */
async function rowsRead(text: string, values: readonly unknown[]): Promise<number> {
  const [row] = await server.database.run<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    { name: `explain-${values.length}`, sql: `explain (analyze, format json) ${text}` },
    values,
  );
  const plan = row?.['QUERY PLAN'][0].Plan;
  return plan ? readBy(plan) : NaN;
}

function readBy({ Plans = [], ...node }: Plan): number {
  const own = node['Actual Loops'] * (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0));
  return Plans.reduce((sum, inner) => sum + readBy(inner), own);
}
