import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { gateway, guarded, senders, sent, setUpAlerts } from '../../../tests/support/alerts/guarded-shop.ts';
import { server } from '../../../tests/support/shop/set-up.ts';
import type { Database, Statement } from '../../database/database.ts';
import { asOwner, onPostgres } from '../../testing/database.ts';
import { aheadOf, testServer, type TestServer } from '../../testing/server.ts';
import { alertsRepository } from './alerts-repository.ts';

const GATE = 47;
let beside: TestServer;

/** Claims at both servers, neither of which may write before both have read that nothing is claimed. */
async function claimTogether(owner: Database): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql<{ pid: number }>`
      select distinct pid from pg_locks where locktype = 'advisory' and objid = ${GATE} and not granted`.execute(
      owner.kysely,
    );
    return rows.length;
  };
  await sql`select pg_advisory_lock(${GATE})`.execute(owner.kysely);
  const claims = Promise.all([server.app.doChores(), beside.app.doChores()]);
  await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 10_000 });
  await sql`select pg_advisory_unlock(${GATE})`.execute(owner.kysely);
  await claims;
}

describe('two servers whose clocks differ by seconds (D47)', () => {
  setUpAlerts();

  it('send each message once: whether a server still speaks for one is told by the database’s clock', async () => {
    const ahead = await testServer({
      beside: server,
      senders: senders(),
      clock: aheadOf(server.clock, 3_000),
    });
    await guarded().then((owner) => owner.order());
    server.clock.advance(75_000);
    const held: (() => void)[] = [];
    gateway.answer = (response) => {
      gateway.answer = (next) => next.end();
      held.push(() => response.end());
    };
    const looking = server.app.doChores();
    await vi.waitFor(() => expect(held).toHaveLength(1));
    await ahead.app.doChores();
    for (const answer of held) answer();
    await looking;
    expect(sent()).toEqual([1, 1, 1]);
    await ahead.close();
  });

  it('send also what was claimed before the database’s clock was set back', async () => {
    await guarded().then((owner) => owner.order());
    server.clock.advance(75_000);
    const before = await testServer({ beside: server });
    await before.app.doChores();
    await before.close();
    await server.database.kysely
      .updateTable('alerts')
      .set({
        state: 'sending',
        settled_at: null,
        held_until: sql<Date>`clock_timestamp() + interval '1 hour'`,
      })
      .where('target', '=', 'webhook')
      .where('state', '!=', 'delivered')
      .execute();
    await server.app.doChores();
    expect(gateway.received).toHaveLength(1);
  });
});

describe('a claim that runs out during a look at what was left (D47)', () => {
  setUpAlerts();

  it('is taken over at the next look, and not stopped', async () => {
    const { database, clock } = server;
    const { id } = await guarded().then((owner) => owner.order());
    clock.advance(75_000);
    const { claimed } = await alertsRepository(database, 'gone').claim(clock.now(), 10, [id]);
    const toSend = claimed.filter(({ target }) => target !== 'screens');
    expect(toSend).toHaveLength(3);
    const heldFor = (s: number) =>
      sql`update alerts set held_until = clock_timestamp() + ${s} * interval '1 s' where state = 'sending'`.execute(
        database.kysely,
      );
    await heldFor(8);
    const meanwhile: Database = {
      ...database,
      async run<Row extends object>(statement: Statement, parameters: readonly unknown[]) {
        const rows = await database.run<Row>(statement, parameters);
        if (statement.name === 'take_over_alerts') await heldFor(-1);
        return rows;
      },
    };
    expect(await alertsRepository(meanwhile, 'here').takeOver(clock.now())).toEqual([]);
    const taken = await alertsRepository(database, 'here').takeOver(clock.now());
    expect(taken.map(({ id }) => id).toSorted()).toEqual(toSend.map(({ id }) => id).toSorted());
  });
});

describe.skipIf(!onPostgres)('two servers that claim at the same moment (D47)', () => {
  setUpAlerts();
  beforeAll(async () => {
    beside = await testServer({ beside: server, senders: senders() });
    await asOwner(server.database, async ({ kysely }) => {
      await sql`create function gate() returns trigger language plpgsql as $$ begin
        perform pg_advisory_xact_lock_shared(${sql.raw(String(GATE))}); return new; end $$`.execute(kysely);
      await sql`create trigger gate before insert on alerts for each row execute function gate()`.execute(
        kysely,
      );
    });
  });
  afterAll(() => beside.close());

  it('send each message once, because the claim is unique', async () => {
    await guarded().then((owner) => owner.order());
    server.clock.advance(75_000);
    await asOwner(server.database, claimTogether);
    expect(sent()).toEqual([1, 1, 1]);
  });

  it('would send it twice if the claim were not unique', async () => {
    await guarded().then((owner) => owner.order());
    server.clock.advance(75_000);
    await asOwner(server.database, async (owner) => {
      await sql`alter table alerts drop constraint alerts_pkey`.execute(owner.kysely);
      await claimTogether(owner);
    });
    expect(sent()).toEqual([2, 2, 2]);
  });
});
