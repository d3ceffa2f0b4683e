import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { notified, phones, senders, setUpPhones } from '../../../tests/support/alerts/notified-guest.ts';
import { server } from '../../../tests/support/shop/set-up.ts';
import type { Database } from '../../database/database.ts';
import { asOwner, onPostgres } from '../../testing/database.ts';
import { testServer, type TestServer } from '../../testing/server.ts';

const GATE = 70;
let beside: TestServer;

/** Claims at both servers: the first holds the phone's row until the second has found it due, and waits for it. */
async function claimTogether({ kysely }: Database): Promise<void> {
  const waiting = async () => {
    const { rows } = await sql`select from pg_locks where not granted`.execute(kysely);
    return rows.length;
  };
  await sql`select pg_advisory_lock(${GATE})`.execute(kysely);
  const claims = Promise.all([server.app.doChores(), beside.app.doChores()]);
  await vi.waitFor(async () => expect(await waiting()).toBe(2), { timeout: 10_000 });
  await sql`select pg_advisory_unlock(${GATE})`.execute(kysely);
  await claims;
}

describe.skipIf(!onPostgres)('two servers that claim at the same moment (D70)', () => {
  setUpPhones();
  beforeAll(async () => {
    beside = await testServer({ beside: server, senders: senders() });
    await asOwner(server.database, async ({ kysely }) => {
      await sql`create function gate() returns trigger language plpgsql as $$ begin
        if new.message_id is not null then perform pg_advisory_xact_lock_shared(${sql.raw(String(GATE))}); end if;
        return new; end $$`.execute(kysely);
      await sql`create trigger gate before update on order_notifications for each row execute function gate()`.execute(
        kysely,
      );
    });
  });
  afterAll(() => beside.close());

  it('tell a guest once: the second finds that they know', async () => {
    const order = await notified(await server.trading());
    await order.next();
    await asOwner(server.database, claimTogether);
    expect(phones.received).toHaveLength(1);
  });
});
