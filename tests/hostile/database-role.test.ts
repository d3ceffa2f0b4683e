import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { deletedFrom } from '../../server/database/grant-to-server.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { emptyDatabase } from '../support/servers/empty-database.ts';
import { startPostgres, type Postgres } from '../support/servers/postgres.ts';
import { serverCommand } from '../support/servers/server-command.ts';
import { seedPassword } from '../../demo/seed-rows.ts';
import { sellerEmail, startServers, type Servers } from '../support/servers/servers.ts';

const ROLE = 'servery_server_of_tests';
const found = await startPostgres();

describe.skipIf('missing' in found)('a server whose role owns nothing', { timeout: 300_000 }, () => {
  const postgres = found as Postgres;
  let servers: Servers;
  /** The address of the servers' database for the role. */
  let asRole: string;

  beforeAll(async () => {
    const admin = new pg.Client({ connectionString: postgres.url });
    await admin.connect();
    await admin.query(`drop role if exists ${ROLE}`).catch(() => undefined);
    await admin.query(`create role ${ROLE} login password 'of-tests'`).catch(() => undefined);
    await admin.end();
    servers = await startServers(postgres.url);
    asRole = withRole(servers.databaseUrl);
  }, 300_000);
  afterAll(async () => {
    await servers.stop();
    await postgres.stop();
  });

  function withRole(address: string): string {
    const url = new URL(address);
    url.username = ROLE;
    url.password = 'of-tests';
    return url.href;
  }

  it('is told to have the schema changed by its owner, and changes none itself', async () => {
    const { url, drop } = await emptyDatabase(postgres.url);
    const opening = openDatabase({ databaseUrl: withRole(url), dataDir: '/nonexistent' });
    await expect(opening).rejects.toThrow('Run npm run migrate -- ROLE as its owner first');
    await drop();
  });

  it('is told to have its rights granted where it may not read the schema’s state, as after a restore', async () => {
    const { url, drop } = await emptyDatabase(postgres.url);
    expect(await serverCommand('migrate', [], { DATABASE_URL: url })).toMatchObject({ code: 0 });
    const opening = openDatabase({ databaseUrl: withRole(url), dataDir: '/nonexistent' });
    await expect(opening).rejects.toThrow(
      'may not read the database, as after a restore. Run npm run migrate -- ROLE as its owner first',
    );
    await drop();
  });

  it('takes orders, once the owner has granted it what a server needs', async () => {
    const migrated = await serverCommand('migrate', [ROLE], { DATABASE_URL: servers.databaseUrl });
    expect(migrated).toMatchObject({ code: 0, printed: expect.stringContaining(`${ROLE} may use it`) });
    const server = await servers.start({ DATABASE_URL: asRole });
    await servers.open(server);
    expect((await servers.place(server)).status).toBe(201);
    expect(await servers.orders(server)).toHaveLength(1);
    const again = await servers.call(server, 'POST', '/sellers/sign-in', {
      email: sellerEmail,
      password: seedPassword,
    });
    expect(again.status).toBe(200);
    expect((await fetch(`${server.origin}/ready`)).status).toBe(200);
  });

  it('gets no rights by the hand of a role that owns nothing, which is told so', async () => {
    const granted = await serverCommand('migrate', [ROLE], { DATABASE_URL: asRole });
    expect(granted).toMatchObject({ code: 1, printed: '' });
    expect(granted.errors).toMatch(
      /^Only \w+, who owns the tables, can let servery_server_of_tests use them/,
    );
  });

  it('is not the owner, who is told so where it names itself, and loses no right', async () => {
    const { databaseUrl } = servers;
    const owner = new pg.Client({ connectionString: databaseUrl });
    await owner.connect();
    const rights = async () => {
      const { rows } = await owner.query<{ me: string }>(
        `select current_user as me, relname, relacl::text from pg_class where relkind = 'r' order by oid`,
      );
      return rows;
    };
    const before = await rights();
    const me = before[0]?.me ?? '';
    const granted = await serverCommand('migrate', [me], { DATABASE_URL: databaseUrl });
    expect(granted).toMatchObject({ code: 1, errors: expect.stringContaining(`${me} owns the tables`) });
    expect(await rights()).toEqual(before);
    await owner.end();
  });

  it('loses at an upgrade what an earlier version granted, and keeps what a server needs', async () => {
    const owner = new pg.Client({ connectionString: servers.databaseUrl });
    await owner.connect();
    await owner.query(`grant delete, truncate on all tables in schema public to ${ROLE}`);
    expect(await serverCommand('migrate', [ROLE], { DATABASE_URL: servers.databaseUrl })).toMatchObject({
      code: 0,
    });
    const { rows } = await owner.query<{ name: string }>(
      `select table_name as name from information_schema.role_table_grants
       where grantee = $1 and privilege_type in ('DELETE', 'TRUNCATE') order by name`,
      [ROLE],
    );
    await owner.end();
    expect(rows.map(({ name }) => name)).toEqual(deletedFrom);
  });

  it.each([
    'truncate orders',
    'drop table orders',
    'alter table audit_log disable trigger all',
    "update audit_log set action = 'x'",
    'delete from ledger_entries',
    'delete from migrations',
    'delete from outlets',
    'delete from payouts',
    'delete from refunds',
    'delete from trading_sessions',
    'create table mine (id int)',
    `drop trigger audit_log_stays on audit_log`,
  ])('may not: %s', async (statement) => {
    const role = new pg.Client({ connectionString: asRole });
    await role.connect();
    await expect(role.query(statement)).rejects.toMatchObject({ code: '42501' });
    await role.end();
    // The owner may: so the role is refused because it is not the owner.
    const owner = new pg.Client({ connectionString: servers.databaseUrl });
    await owner.connect();
    await owner.query('begin');
    const outcome = await owner.query(statement).then(
      () => 'done',
      (error: { code: string }) => error.code,
    );
    await owner.query('rollback');
    await owner.end();
    expect(outcome).not.toBe('42501');
  });
});
