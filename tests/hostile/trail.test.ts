import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { recordAudit } from '../../server/audit/audit-log.ts';
import { auditHead, checkAuditLog } from '../../server/audit/audit-chain.ts';
import type { Database } from '../../server/database/database.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { asOwner, putDatabaseInto, testDatabase } from '../../server/testing/database.ts';
import { password } from '../../server/testing/server.ts';
import { serverCommand } from '../support/servers/server-command.ts';
import { setUpStripe, stripe } from '../support/shop/set-up-cards.ts';
import { server } from '../support/shop/set-up.ts';

/** Writes `count` entries. */
async function write(database: Database, count: number): Promise<void> {
  for (let n = 0; n < count; n += 1)
    await recordAudit(database.kysely, {
      at: new Date(Date.UTC(2026, 0, 1, 0, 0, n, 123)),
      actorId: n % 2 ? null : 'boss',
      action: 'account-status-changed',
      subjectId: `seller-${n}`,
      details: { from: 'pending', to: 'é£\n"x"', nested: { b: 1, a: [n] } },
    });
}

type Transaction = Parameters<Parameters<ReturnType<Database['kysely']['transaction']>['execute']>[0]>[0];
class Undo extends Error {}

/**
 * What `look` finds after a statement that bypasses the triggers, which only the database's owner can do; it is
 * rolled back.
 */
async function pastTriggers<T>(
  database: Database,
  statement: string,
  look: (tx: Transaction) => Promise<T>,
): Promise<T> {
  let found: { value: T } | undefined;
  await asOwner(database, ({ kysely }) =>
    kysely.transaction().execute(async (tx) => {
      await sql`alter table audit_log disable trigger all`.execute(tx);
      await sql.raw(statement).execute(tx);
      found = { value: await look(tx) };
      throw new Undo();
    }),
  ).catch((error: unknown) => {
    if (!(error instanceof Undo)) throw error;
  });
  if (!found) throw new Error('The statement was not made');
  return found.value;
}

describe('the trail of who did what', () => {
  let database: Database;
  beforeAll(async () => {
    database = await testDatabase();
    await write(database, 5);
  });
  afterAll(() => database.close());

  it.each([
    ["update audit_log set action = 'x'", 'The audit log is only added to'],
    ['delete from audit_log', 'The audit log is only added to'],
    ['truncate audit_log', 'The audit log is only added to'],
    ['truncate ledger_entries', 'The ledger is only added to'],
  ])('%s is refused, also to the server itself and to the owner', async (statement, why) => {
    await expect(sql.raw(statement).execute(database.kysely)).rejects.toThrow(
      /only added to|permission denied/,
    );
    await asOwner(database, ({ kysely }) => expect(sql.raw(statement).execute(kysely)).rejects.toThrow(why));
    expect(await checkAuditLog(database.kysely, null)).toMatchObject({ kind: 'whole', head: { seq: 5 } });
  });

  it.each([
    ['an entry that was changed', "update audit_log set subject_id = 'innocent' where seq = 3", 3],
    ['one whose details were changed', `update audit_log set details = '{}' where seq = 2`, 2],
    ['one that was taken out', 'delete from audit_log where seq = 4', 4],
    ['the first that was taken out', 'delete from audit_log where seq = 1', 1],
  ])('shows %s, to the owner of the database too', async (_what, statement, seq) => {
    const check = await pastTriggers(database, statement, (tx) => checkAuditLog(tx, null));
    expect(check).toEqual({ kind: 'broken', seq });
  });

  it('shows that its end was cut off, by a hash from the server’s log', async () => {
    const noted = (await auditHead(database.kysely))?.hash ?? '';
    expect(await checkAuditLog(database.kysely, noted)).toMatchObject({ kind: 'whole', head: { seq: 5 } });
    const [cut, ...unseen] = await pastTriggers(
      database,
      'delete from audit_log where seq >= 4',
      async (tx) => [await checkAuditLog(tx, noted), await checkAuditLog(tx, null)],
    );
    expect(cut).toEqual({ kind: 'not-there' });
    expect(unseen, 'without one nothing is to be seen').toMatchObject([{ kind: 'whole', head: { seq: 3 } }]);
  });

  it('is chained without a gap, also where several write at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => write(database, 3)));
    expect(await checkAuditLog(database.kysely, null)).toMatchObject({ kind: 'whole', head: { seq: 29 } });
  });

  it.skipIf(process.env['DATABASE_URL'])('is checked by a command', { timeout: 180_000 }, async () => {
    const dataDir = mkdtempSync(path.join(tmpdir(), 'servery-trail-'));
    await putDatabaseInto(dataDir);
    const own = await openDatabase({ databaseUrl: null, dataDir });
    await write(own, 3);
    await own.close();
    const check = (...args: string[]) =>
      serverCommand('admin', ['verify-audit', ...args], { DATA_DIR: dataDir });
    const { code, printed } = await check();
    expect([code, printed]).toEqual([0, expect.stringContaining('is whole: 3 entries')]);
    expect(await check('0'.repeat(64))).toMatchObject({
      code: 1,
      errors: 'The audit log holds no entry of that hash: entries were taken off its end.',
    });
    rmSync(dataDir, { recursive: true, force: true });
  });
});

const isHead = (line: unknown): boolean =>
  typeof line === 'object' && line !== null && 'event' in line && line.event === 'audit-head';

describe('of card accounts and admins', () => {
  setUpStripe();
  const trailOf = async (id: string) =>
    await server.database.kysely
      .selectFrom('audit_log')
      .select(['action', 'actor_id', 'details'])
      .where('subject_id', '=', id)
      .orderBy('seq')
      .execute();

  it('connecting, changing and losing a card account leave an entry each', async () => {
    const seller = await server.seller();
    for (const account of ['acct_one', 'acct_two']) {
      stripe.codes.set('ac_1', account);
      const { body } = await seller.send('GET', '/sellers/profile');
      await seller.send('POST', '/sellers/stripe-account', { code: 'ac_1', state: body.stripeConnectState });
    }
    server.clock.advance(2_000);
    stripe.keepTime(server.clock);
    const lost = stripe.event('account.application.deauthorized', 'acct_two', {
      id: 'ca_1',
      object: 'application',
    });
    await server.app.server.inject({
      method: 'POST',
      url: '/api/stripe/webhook',
      headers: { 'content-type': 'application/json', 'stripe-signature': lost.signature },
      payload: lost.payload,
    });
    expect(await trailOf(seller.id)).toEqual([
      {
        action: 'card-account-connected',
        actor_id: seller.id,
        details: { account: 'acct_one', before: null },
      },
      {
        action: 'card-account-changed',
        actor_id: seller.id,
        details: { account: 'acct_two', before: 'acct_one' },
      },
      { action: 'card-account-lost', actor_id: null, details: { account: 'acct_two' } },
    ]);
  });

  it('its newest hash is in the server’s log, again only once it has changed', async () => {
    const logged = vi.spyOn(server.app.server.log, 'info');
    const noted = () => logged.mock.calls.map(([line]: unknown[]) => line).filter((line) => isHead(line));
    await server.send('POST', '/sellers/sign-in', { email: (await server.admin()).email, password });
    await server.app.doChores();
    await server.app.doChores();
    const first = await auditHead(server.database.kysely);
    expect(noted()).toEqual([{ event: 'audit-head', ...first }]);
    await server.send('POST', '/sellers/sign-in', { email: (await server.admin()).email, password });
    await server.app.doChores();
    const second = await auditHead(server.database.kysely);
    expect(noted().slice(1)).toEqual([{ event: 'audit-head', ...second }]);
    expect(second?.hash).not.toBe(first?.hash);
  });

  it('an admin’s sign-in leaves an entry, and a seller’s none', async () => {
    const [admin, seller] = [await server.admin(), await server.seller()];
    for (const { email } of [admin, seller])
      expect((await server.send('POST', '/sellers/sign-in', { email, password })).status).toBe(200);
    expect(await trailOf(admin.id)).toMatchObject([{ action: 'admin-signed-in', actor_id: admin.id }]);
    expect(await trailOf(seller.id)).toEqual([]);
  });
});
