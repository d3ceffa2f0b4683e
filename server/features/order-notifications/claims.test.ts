import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import {
  followed,
  notified,
  phone,
  phones,
  senders,
  setUpPhones,
  stored,
} from '../../../tests/support/alerts/notified-guest.ts';
import { server } from '../../../tests/support/shop/set-up.ts';
import type { Database, Statement } from '../../database/database.ts';
import { asOwner, onPostgres } from '../../testing/database.ts';
import { aheadOf, testServer, type TestServer } from '../../testing/server.ts';
import { notificationsRepository } from './notifications-repository.ts';

const GATE = 70;
let beside: TestServer;

/** Begins both at once; neither may write before each has read what there is, or waits for the row that the other writes. */
async function together<T>({ kysely }: Database, begin: () => Promise<T>[]): Promise<T[]> {
  const waiting = async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(kysely);
    return rows.length;
  };
  await sql`select pg_advisory_lock(${GATE})`.execute(kysely);
  const both = Promise.all(begin());
  await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 10_000 });
  await sql`select pg_advisory_unlock(${GATE})`.execute(kysely);
  return both;
}

describe('two servers whose clocks differ by seconds (D70)', () => {
  setUpPhones();

  it('tell a guest once: whether a server still speaks for a message is told by the database’s clock', async () => {
    const ahead = await testServer({
      beside: server,
      senders: senders(),
      clock: aheadOf(server.clock, 3_000),
    });
    const order = await notified(await server.trading());
    await order.next();
    const held: (() => void)[] = [];
    phones.setAnswer((response) => {
      phones.setAnswer((next) => next.writeHead(201).end());
      held.push(() => response.writeHead(201).end());
    });
    const looking = server.app.doChores();
    await vi.waitFor(() => expect(held).toHaveLength(1));
    await ahead.app.doChores();
    for (const answer of held) answer();
    await looking;
    expect(phones.received).toHaveLength(1);
    await ahead.close();
  });
});

describe('a claim that runs out during a look at what was left (D70)', () => {
  setUpPhones();

  it('is taken over at the next look, and not stopped', async () => {
    const { database } = server;
    const order = await notified(await server.trading());
    await order.next();
    const claimed = await notificationsRepository(database, 'gone').claim(10);
    expect(claimed).toHaveLength(1);
    const heldFor = (s: number) =>
      sql`update order_notifications set held_until = clock_timestamp() + ${s} * interval '1 s'`.execute(
        database.kysely,
      );
    await heldFor(8);
    const meanwhile: Database = {
      ...database,
      async run<Row extends object>(statement: Statement, parameters: readonly unknown[]) {
        const rows = await database.run<Row>(statement, parameters);
        if (statement.name === 'take_over_notifications') await heldFor(-1);
        // Something else is due.
        return statement.name === 'any_notification_due' ? [{} as Row] : rows;
      },
    };
    expect(await notificationsRepository(meanwhile, 'here').claim(10)).toEqual([]);
    expect(await notificationsRepository(database, 'here').claim(10)).toMatchObject([{ id: claimed[0]?.id }]);
  });
});

describe.skipIf(!onPostgres)('at the same moment (D70)', () => {
  setUpPhones();
  beforeAll(async () => {
    beside = await testServer({ beside: server, senders: senders() });
    await asOwner(server.database, async ({ kysely }) => {
      await sql`create function gate() returns trigger language plpgsql as $$ begin
        if tg_op = 'INSERT' or new.message_id is not null then
          perform pg_advisory_xact_lock_shared(${sql.raw(String(GATE))});
        end if;
        return new; end $$`.execute(kysely);
      await sql`create trigger gate before insert or update on order_notifications for each row execute function gate()`.execute(
        kysely,
      );
    });
  });
  afterAll(() => beside.close());

  it('two servers tell a guest once: the second finds that they know', async () => {
    const order = await notified(await server.trading());
    await order.next();
    await asOwner(server.database, (owner) =>
      together(owner, () => [server.app.doChores(), beside.app.doChores()]),
    );
    expect(phones.received).toHaveLength(1);
  });

  it('two phones that ask for the last place of an order get one', async () => {
    const order = await followed(await server.trading());
    for (const name of ['first', 'second']) await order.ask(phone(name));
    await asOwner(server.database, async (owner) => {
      const asked = await together(owner, () => ['third', 'fourth'].map((name) => order.ask(phone(name))));
      expect(asked.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409]);
    });
    expect(await stored()).toHaveLength(3);
  });
});
