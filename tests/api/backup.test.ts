import { randomUUID } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { backupName, listBackups, timeOfBackup } from '../../server/backups/backup-files.ts';
import { copyTables, tableSums, type TableSum } from '../../server/backups/copy-tables.ts';
import { embeddedBackups } from '../../server/backups/embedded-backups.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { openPostgres } from '../../server/database/postgres-database.ts';
import { seedPassword } from '../../demo/seed-rows.ts';
import { ownersUrl } from '../../server/testing/database.ts';
import { emptyDatabase } from '../support/servers/empty-database.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { which } from '../support/runner/run-command.ts';
import { serverCommand, serverThatEnds } from '../support/servers/server-command.ts';

const postgresUrl = ownersUrl;
const dumps = postgresUrl !== '' && (await which('pg_dump')) !== null;
const folders: string[] = [];
function folder(): string {
  const made = mkdtempSync(path.join(tmpdir(), 'servery-backup-'));
  folders.push(made);
  return made;
}

async function sumsOf(places: { databaseUrl: string | null; dataDir: string }): Promise<TableSum[]> {
  const database = await openDatabase(places);
  try {
    return await database.kysely.transaction().execute(tableSums);
  } finally {
    await database.close();
  }
}
const rowsOf = (sums: TableSum[], table: string) => sums.find((sum) => sum.table === table)?.rows;
const embedded = (dataDir: string) => ({ databaseUrl: null, dataDir });

let platform: TestPlatform;
/** A backup of what {@link platform} had, and its contents table by table. */
let backup: string;
let sums: TableSum[];
/** The data folder at the time of the backup. */
let source: string;
/** Says that a screen of the outlet can ring, so that it takes orders however long this takes. */
let hear: () => Promise<unknown>;

beforeAll(async () => {
  platform = await startPlatform({ BACKUP_EVERY_MINUTES: '60' });
  const send = (route: string, token: string, body: object) =>
    fetch(`${platform.origin}/api${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
      body: JSON.stringify(body),
    });
  const reply = await send('/sellers/sign-in', '', { email: platform.email, password: seedPassword });
  const { account } = (await reply.json()) as { account: { accessToken: string } };
  await send(`/sellers/outlets/${platform.outletId}/trading-session/start`, account.accessToken, {});
  hear = () =>
    send(`/sellers/outlets/${platform.outletId}/listening`, account.accessToken, {
      screenId: randomUUID(),
      screenName: 'Bar',
      silent: null,
    });
  const { order } = await platform.placeOrder();
  const step = (name: string, body: object) =>
    send(`/sellers/orders/${name}/${order.id}`, account.accessToken, body);
  await step('accept', {});
  await step('progress', { items: ['1'], status: 'complete' });
  await step('complete', {});
  await step('refund', { amountToRefund: 50 });
  for (let n = 0; n < 11; n += 1)
    await platform.placeOrder({ customerName: `“Zoë” \\ ${n} 🍺\n`, note: 'line\nbreak, "quotes" \\u0041' });
  backup = path.join(folder(), 'kept.tar.gz');
  const made = await serverCommand('backup', [backup], { DATA_DIR: platform.dataDir });
  if (made.printed !== backup) throw new Error(`No backup was made: ${made.errors}`);
  await platform.end('SIGTERM');
  source = folder();
  cpSync(platform.dataDir, source, { recursive: true });
  sums = await sumsOf(embedded(source));
});
afterAll(async () => {
  await platform.stop();
  for (const made of folders.splice(0)) rmSync(made, { recursive: true, force: true });
});

describe.skipIf(process.env['DATABASE_URL'])('the embedded database', { timeout: 120_000 }, () => {
  it('a backup made while the server ran, restored into an empty folder: every table is equal (B5, D42)', async () => {
    const dataDir = path.join(folder(), 'new');
    expect(rowsOf(sums, 'orders')).toBe(12);
    expect(rowsOf(sums, 'refunds')).toBe(1);
    expect(rowsOf(sums, 'ledger_entries')).toBeGreaterThan(1);
    expect(await serverCommand('restore', [backup], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      errors: '',
    });
    expect(await sumsOf(embedded(dataDir))).toEqual(sums);
  });

  it('what is restored is signed out of before a server starts, as the restore says (A17, D42)', async () => {
    const dataDir = path.join(folder(), 'new');
    const restored = await serverCommand('restore', [backup], { DATA_DIR: dataDir });
    expect(restored.printed).toContain('npm run admin -- sign-out-all');
    expect(rowsOf(sums, 'refresh_tokens')).toBeGreaterThan(0);
    expect(await serverCommand('admin', ['sign-out-all'], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    expect(rowsOf(await sumsOf(embedded(dataDir)), 'refresh_tokens')).toBe(0);
  });

  it('the comparison sees a single changed character (B5)', async () => {
    const dataDir = folder();
    await serverCommand('restore', [backup], { DATA_DIR: dataDir });
    const database = await openDatabase(embedded(dataDir));
    await sql`update orders set customer_name = customer_name || '.' where order_number = 3`.execute(
      database.kysely,
    );
    await database.close();
    const changed = await sumsOf(embedded(dataDir));
    expect(changed.filter((sum, index) => sum.sum !== sums[index]?.sum).map(({ table }) => table)).toEqual([
      'orders',
    ]);
  });

  it('nothing is restored over a database, nor out of what is no backup (B5)', async () => {
    const before = readdirSync(path.join(source, 'pglite'));
    const over = await serverCommand('restore', [backup], { DATA_DIR: source });
    expect(over.code).toBe(1);
    expect(over.errors).toContain('There is a database in');
    expect(readdirSync(path.join(source, 'pglite'))).toEqual(before);
    const torn = path.join(folder(), 'torn.tar.gz');
    cpSync(backup, torn);
    truncateSync(torn, Math.floor(statSync(torn).size / 2));
    const nonsense = path.join(folder(), 'nonsense.tar.gz');
    writeFileSync(nonsense, 'nothing of the kind');
    for (const file of [torn, nonsense, '/nonexistent/backup.tar.gz']) {
      const dataDir = folder();
      const refused = await serverCommand('restore', [file], { DATA_DIR: dataDir });
      expect(refused.code).toBe(1);
      expect(refused.errors).toContain(file);
      expect(readdirSync(dataDir).filter((name) => name !== 'lock')).toEqual([]);
    }
  });

  it('a backup is restored beside the database that was put aside, in a folder that others may enter (D42)', async () => {
    const dataDir = folder();
    cpSync(source, dataDir, { recursive: true });
    renameSync(path.join(dataDir, 'pglite'), path.join(dataDir, 'pglite.broken'));
    // As systemd leaves a StateDirectory without a mode, at each run.
    chmodSync(dataDir, 0o755);
    chmodSync(path.join(dataDir, 'pglite.broken'), 0o755);
    expect(await serverCommand('restore', [backup], { DATA_DIR: dataDir })).toMatchObject({
      code: 0,
      errors: '',
    });
    if (process.platform !== 'win32')
      for (const name of ['', 'pglite', 'pglite.broken'])
        expect(statSync(path.join(dataDir, name)).mode & 0o077, name).toBe(0);
    expect(await sumsOf(embedded(dataDir))).toEqual(sums);
  });

  it('backs up while it is stopped too, and says so where there is nothing to back up (D42)', async () => {
    const dataDir = folder();
    cpSync(source, dataDir, { recursive: true });
    const made = await serverCommand('backup', [], { DATA_DIR: dataDir });
    expect(made).toMatchObject({ code: 0, errors: '' });
    expect(listBackups(dataDir).at(-1)).toBe(made.printed);
    expect(statSync(made.printed).mode & 0o077).toBe(0);
    const restored = folder();
    await serverCommand('restore', [made.printed], { DATA_DIR: restored });
    expect(await sumsOf(embedded(restored))).toEqual(sums);
    const none = await serverCommand('backup', [], { DATA_DIR: folder() });
    expect(none).toMatchObject({ code: 1, printed: '' });
    expect(none.errors).toContain('There is no database');
  });

  it('the server backs up by itself at its start and then in its rhythm; orders go on meanwhile (D41)', async () => {
    await platform.restart();
    await vi.waitFor(() => expect(listBackups(platform.dataDir).length).toBeGreaterThan(0), 20_000);
    const asked = Array.from({ length: 3 }, () =>
      serverCommand('backup', [], { DATA_DIR: platform.dataDir }),
    );
    await hear();
    const placing = Array.from({ length: 20 }, () => platform.placeOrder());
    expect((await Promise.all(asked)).map(({ code }) => code)).toEqual([0, 0, 0]);
    expect(await Promise.all(placing)).toHaveLength(20);
    if (process.platform !== 'win32')
      expect(statSync(path.join(platform.dataDir, 'backup.sock')).mode & 0o077).toBe(0);
    // A socket that a killed server left behind does no harm.
    await platform.end('SIGKILL');
    await platform.restart();
    expect(await serverCommand('backup', [], { DATA_DIR: platform.dataDir })).toMatchObject({ code: 0 });
  });

  it('one is due when the newest is old enough; the newest few are kept, and no half of one (B5)', async () => {
    const dataDir = folder();
    let now = new Date('2026-03-01T12:00:00Z');
    const database = { dump: async () => new ArrayBuffer(100) };
    const hour = 60 * 60_000;
    const backups = embeddedBackups(database, { dataDir, keep: 3, everyMs: hour, now: () => now });
    expect(backups.due()).toBe(true);
    const made: string[] = [];
    for (let n = 0; n < 5; n += 1) {
      made.push(await backups.make());
      expect(backups.due()).toBe(false);
      now = new Date(now.getTime() + hour);
      expect(backups.due()).toBe(true);
    }
    expect(listBackups(dataDir, now)).toEqual(made.slice(-3));
    expect(timeOfBackup(made[4] ?? '')).toEqual(new Date('2026-03-01T16:00:00Z'));
    writeFileSync(path.join(dataDir, 'backups', `${backupName(now, 'tar.gz')}.partial`), 'half');
    await backups.make();
    expect(readdirSync(path.join(dataDir, 'backups'))).toHaveLength(3);
  });

  it('one whose clock was ahead counts as the oldest: the next is due all the same, and newer ones are kept (B5)', async () => {
    const dataDir = folder();
    let now = new Date('2031-01-01T00:00:00Z');
    const database = { dump: async () => new ArrayBuffer(100) };
    const hour = 60 * 60_000;
    const backups = embeddedBackups(database, { dataDir, keep: 3, everyMs: hour, now: () => now });
    const ahead = await backups.make();
    now = new Date('2026-03-01T12:00:00Z');
    expect(backups.due()).toBe(true);
    const made: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      made.push(await backups.make());
      expect(backups.due()).toBe(false);
      expect(listBackups(dataDir, now).at(-1)).toBe(made.at(-1));
      expect(existsSync(ahead)).toBe(n < 2);
      now = new Date(now.getTime() + hour);
    }
    expect(listBackups(dataDir, now)).toEqual(made);
    // A clock that is behind has made none of them: the newest is still the last.
    expect(listBackups(dataDir, new Date(0))).toEqual(made);
  });

  it('a folder that will not open is left as it was; the server names the newest backup and ends with 1 (B4)', async () => {
    const dataDir = folder();
    cpSync(source, dataDir, { recursive: true });
    await serverCommand('backup', [], { DATA_DIR: dataDir });
    const newest = listBackups(dataDir).at(-1) ?? 'none';
    const control = path.join(dataDir, 'pglite/global/pg_control');
    truncateSync(control, 16);
    for (let start = 0; start < 2; start += 1) {
      const ended = await serverThatEnds({ DATA_DIR: dataDir });
      expect(ended.code).toBe(1);
      expect(ended.errors).toContain(`npm run restore -- ${newest}`);
      expect(statSync(control).size).toBe(16);
    }
    // The command in the message works.
    rmSync(path.join(dataDir, 'pglite'), { recursive: true });
    expect(await serverCommand('restore', [newest], { DATA_DIR: dataDir })).toMatchObject({ code: 0 });
    expect(await sumsOf(embedded(dataDir))).toEqual(sums);
  });
});

describe.skipIf(process.platform === 'win32')('TLS to a PostgreSQL server', { timeout: 120_000 }, () => {
  /** What the client programs are told of TLS, for the query of an address. */
  async function toldFor(query: string, env: Record<string, string> = {}): Promise<string[]> {
    const home = env['HOME'] ?? folder();
    const standIn = '#!/bin/sh\nenv | grep "^PGSSL.*=." | sort > "${4#--file=}"\n';
    writeFileSync(path.join(home, 'pg_dump'), standIn, { mode: 0o755 });
    const made = path.join(folder(), 'settings.dump');
    const url = `postgres://servery:secret@db.example.com/servery${query}`;
    const none = { PGSSLMODE: '', PGSSLROOTCERT: '', PGSSLCERT: '', PGSSLKEY: '' };
    const places = { ...none, HOME: home, PATH: `${home}:${process.env['PATH']}`, DATABASE_URL: url };
    expect(await serverCommand('backup', [made], { ...places, ...env })).toMatchObject({
      code: 0,
      errors: '',
    });
    return readFileSync(made, 'utf8').trim().split('\n');
  }

  it('pg_dump trusts whom the address names, else whom the environment names, else whom the system trusts (D42)', async () => {
    const files = 'sslrootcert=/tls/root.pem&sslcert=/tls/own.pem&sslkey=%2Ftls%2Fown.key';
    const rootInEnvironment = { PGSSLROOTCERT: '/of/environment.pem' };
    expect(await toldFor(`?sslmode=verify-full&${files}`, rootInEnvironment)).toEqual([
      'PGSSLCERT=/tls/own.pem',
      'PGSSLKEY=/tls/own.key',
      'PGSSLMODE=verify-full',
      'PGSSLROOTCERT=/tls/root.pem',
    ]);
    const full = 'PGSSLMODE=verify-full';
    expect(await toldFor('?sslmode=verify-full', rootInEnvironment)).toEqual([
      full,
      'PGSSLROOTCERT=/of/environment.pem',
    ]);
    expect(await toldFor('?sslmode=verify-full')).toEqual([full, 'PGSSLROOTCERT=system']);
    expect(await toldFor('?sslmode=require')).toEqual(['PGSSLMODE=require']);
    // The file that the client programs look for by themselves.
    const home = folder();
    mkdirSync(path.join(home, '.postgresql'));
    writeFileSync(path.join(home, '.postgresql/root.crt'), '');
    expect(await toldFor('?sslmode=verify-full', { HOME: home })).toEqual([full]);
  });
});

describe.skipIf(postgresUrl === '')('a PostgreSQL server', { timeout: 120_000 }, () => {
  it('moving the embedded database there: every table is equal, and the source is left as it was (B14)', async () => {
    const { url, drop } = await emptyDatabase(postgresUrl);
    const places = { DATA_DIR: source, DATABASE_URL: url };
    const moved = await serverCommand('move', [], places);
    expect(moved).toMatchObject({ code: 0, errors: '' });
    expect(moved.printed).toMatch(/12 {2}orders/);
    expect(moved.printed).toContain('npm run migrate -- ROLE');
    expect(moved.printed).toContain(path.join(source, 'token-secret'));
    expect(moved.printed).toContain(path.join(source, 'images'));
    expect(await sumsOf({ databaseUrl: url, dataDir: source })).toEqual(sums);
    expect(await sumsOf(embedded(source))).toEqual(sums);
    const again = await serverCommand('move', [], places);
    expect(again.code).toBe(1);
    expect(again.errors).toContain('The target has rows already');
    expect(await sumsOf({ databaseUrl: url, dataDir: source })).toEqual(sums);
    await drop();
  });

  it('no server starts on the embedded database that was moved, unless somebody says so; a backup of before is restored as ever (B14)', async () => {
    const { url, drop } = await emptyDatabase(postgresUrl);
    const dataDir = folder();
    cpSync(source, dataDir, { recursive: true });
    const mark = path.join(dataDir, 'pglite/moved-to-postgres');
    rmSync(mark, { force: true });
    // What fails has moved nothing.
    expect(await serverCommand('move', [], { DATA_DIR: dataDir, DATABASE_URL: `${url}_none` })).toMatchObject(
      { code: 1 },
    );
    expect(existsSync(mark)).toBe(false);
    expect(await serverCommand('move', [], { DATA_DIR: dataDir, DATABASE_URL: url })).toMatchObject({
      code: 0,
    });
    const ended = await serverThatEnds({ DATA_DIR: dataDir });
    expect(ended.code).toBe(1);
    expect(ended.errors).toContain(`Remove ${mark} to use this one all the same.`);
    rmSync(path.join(dataDir, 'pglite'), { recursive: true });
    const restored = await serverCommand('restore', [backup], { DATA_DIR: dataDir });
    expect(restored).toMatchObject({ code: 0, errors: '' });
    expect(existsSync(mark)).toBe(false);
    await drop();
  });

  it('moving waits for an embedded database that takes long to answer (B14)', async () => {
    const { url, drop } = await emptyDatabase(postgresUrl);
    await (await openDatabase({ databaseUrl: url, dataDir: source })).close();
    const from = await openDatabase(embedded(source));
    const to = openPostgres(url, { idleTransactionMs: 1_000 });
    let first = true;
    const kysely = from.kysely.withPlugin({
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (first) await sql`select pg_sleep(2)`.execute(to.kysely);
        first = false;
        return result;
      },
    });
    expect(await copyTables({ ...from, kysely }, to)).toEqual(sums);
    await Promise.all([from.close(), to.close()]);
    await drop();
  });

  it.skipIf(!dumps)(
    'pg_dump and pg_restore: every table is equal, and nothing is restored over tables (D42)',
    async () => {
      const from = await emptyDatabase(postgresUrl);
      const to = await emptyDatabase(postgresUrl);
      await serverCommand('move', [], { DATA_DIR: source, DATABASE_URL: from.url });
      const dataDir = folder();
      const made = await serverCommand('backup', [], { DATA_DIR: dataDir, DATABASE_URL: from.url });
      expect(made).toMatchObject({ code: 0, errors: '' });
      expect(made.printed).toBe(listBackups(dataDir).at(-1));
      const places = { DATA_DIR: dataDir, DATABASE_URL: to.url };
      const restored = await serverCommand('restore', [made.printed], places);
      expect(restored).toMatchObject({ code: 0, errors: '' });
      expect(restored.printed).toContain('npm run migrate -- ROLE');
      expect(await sumsOf({ databaseUrl: to.url, dataDir })).toEqual(sums);
      const over = await serverCommand('restore', [made.printed], places);
      expect(over.code).toBe(1);
      expect(over.errors).toContain('has tables already');
      expect(await serverCommand('admin', ['sign-out-all'], places)).toMatchObject({ code: 0, errors: '' });
      expect(rowsOf(await sumsOf({ databaseUrl: to.url, dataDir }), 'refresh_tokens')).toBe(0);
      await Promise.all([from.drop(), to.drop()]);
    },
  );

  it('says clearly that the client programs are missing (D42)', async () => {
    const { url, drop } = await emptyDatabase(postgresUrl);
    const bare = { DATA_DIR: folder(), DATABASE_URL: url, PATH: '/nonexistent' };
    const made = await serverCommand('backup', [], bare);
    expect(made.code).toBe(1);
    expect(made.errors).toBe('pg_dump is not on this machine: install the client programs of PostgreSQL.');
    expect(
      existsSync(path.join(bare.DATA_DIR, 'backups')) && readdirSync(path.join(bare.DATA_DIR, 'backups')),
    ).toEqual([]);
    await drop();
  });
});
