import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { markMoved } from '../../server/database/moved-mark.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { checkPassword } from '../../server/features/accounts/passwords.ts';
import { onPostgres, putDatabaseInto } from '../../server/testing/database.ts';
import { shortLived } from '../support/servers/short-lived.ts';
import { testServer } from '../../server/testing/server.ts';

const command = path.resolve('server/commands/admin.ts');
const email = 'boss@servery.test';
const password = 'pass wörd of mine ';
/** Each command starts Node and opens the database, which takes a busy machine seconds. */
const SEVERAL_STARTS_MS = 180_000;
let dataDir: string;
let env: Record<string, string>;

beforeEach(() => {
  dataDir = mkdtempSync(path.join(tmpdir(), 'servery-admin-'));
  env = { DATA_DIR: dataDir, DATABASE_URL: '' };
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

async function admin(args: string[], input = '') {
  const child = spawn(process.execPath, [...shortLived, command, ...args], {
    env: { ...process.env, ...env },
  });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => (out += String(chunk)));
  child.stderr.on('data', (chunk) => (err += String(chunk)));
  child.stdin.end(input);
  const [code] = (await once(child, 'close')) as [number];
  return { code, out, err };
}

// On the embedded database only: with PostgreSQL these tests would prove the same again.
describe('npm run admin (D16)', () => {
  it.skipIf(onPostgres)(
    'does nothing to a database that was moved to PostgreSQL (B14)',
    async () => {
      await putDatabaseInto(dataDir);
      markMoved(dataDir, new Date());
      for (const args of [['sign-out-all'], ['add', email]])
        expect(await admin(args, `${password}\n`)).toMatchObject({
          code: 1,
          out: '',
          err: expect.stringContaining('was moved to PostgreSQL'),
        });
    },
    SEVERAL_STARTS_MS,
  );

  it.skipIf(onPostgres)(
    'adds an admin, gives a new password, lists and removes; each leaves its mark in the audit log',
    async () => {
      await putDatabaseInto(dataDir);
      expect(await admin(['add', email], `${password}\n`)).toMatchObject({ code: 0, err: '' });
      expect(await admin(['add', email.toUpperCase()], `${password}\n`)).toMatchObject({
        code: 1,
        err: expect.stringContaining('already'),
      });
      expect((await admin(['list'])).out).toContain(`${email}  verified`);
      // All of it counts except the line break at the end.
      expect((await admin(['password', email], 'another pass wörd \r\n')).code).toBe(0);
      const database = await openDatabase({ databaseUrl: null, dataDir });
      try {
        const account = await database.kysely.selectFrom('accounts').selectAll().executeTakeFirstOrThrow();
        expect(account).toMatchObject({ email, is_admin: true, status: 'verified' });
        expect((await checkPassword('another pass wörd ', account.password_hash)).matches).toBe(true);
        expect(await admin(['list'])).toMatchObject({
          code: 1,
          err: expect.stringContaining('A server is running on the data folder'),
        });
      } finally {
        await database.close();
      }
      expect(await admin(['sign-out-all'])).toMatchObject({
        code: 0,
        out: expect.stringContaining('Nobody is signed in any more. 0 accounts were.'),
      });
      expect((await admin(['remove', email])).code).toBe(0);
      expect((await admin(['remove', email])).err).toContain('no account');
      const after = await openDatabase({ databaseUrl: null, dataDir });
      try {
        expect(await after.kysely.selectFrom('accounts').select('id').execute()).toEqual([]);
        const trail = await after.kysely.selectFrom('audit_log').select('action').orderBy('id').execute();
        expect(trail.map(({ action }) => action)).toEqual([
          'admin-added',
          'password-changed',
          'all-signed-out',
          'admin-removed',
        ]);
      } finally {
        await after.close();
      }
    },
    SEVERAL_STARTS_MS,
  );

  it.skipIf(onPostgres)(
    'refuses what is not right, and has no password of its own',
    async () => {
      await putDatabaseInto(dataDir);
      const wrong: [string[], string, string][] = [
        [[], '', 'npm run admin -- add EMAIL'],
        [['add'], password, 'Please give an e-mail address'],
        [['add', 'nobody'], password, 'not an e-mail address'],
        [['add', email], '', 'at least 10 characters'],
        [['add', email], 'password1234', 'among the first'],
        [['password', email], password, 'no account'],
      ];
      for (const [args, input, sentence] of wrong)
        expect(await admin(args, input)).toMatchObject({
          code: 1,
          out: '',
          err: expect.stringContaining(sentence),
        });
      expect((await admin(['list'])).out).toContain('no admins yet');
    },
    SEVERAL_STARTS_MS,
  );

  it.skipIf(onPostgres)(
    'acts on no new database by mistake, and names the folder whose database it used',
    async () => {
      for (const args of [['list'], ['sign-out-all'], ['password', email]])
        expect(await admin(args, password)).toEqual({
          code: 1,
          out: '',
          err: `There is no database in ${dataDir}. Name its folder in DATA_DIR.\n`,
        });
      // Neither does a first admin whose password is refused make one, which would seem to be the right one next time.
      for (const refused of ['', 'password1234']) expect((await admin(['add', email], refused)).code).toBe(1);
      expect(readdirSync(dataDir)).toEqual([]);
      const added = await admin(['add', email], password);
      expect(added).toMatchObject({ code: 0, err: '' });
      expect(added.out).toContain(`There was no database in ${dataDir} yet: this is a new one.`);
      const out = expect.stringContaining(`This is the database in ${dataDir}.`);
      expect(await admin(['list'])).toMatchObject({ code: 0, out });
      expect(await admin(['sign-out-all'])).toMatchObject({ code: 0, out });
      // A secret is a server's: on PostgreSQL one beside the command would be of no use, and seem to be.
      expect(readdirSync(dataDir)).not.toContain('token-secret');
    },
    SEVERAL_STARTS_MS,
  );

  it.skipIf(onPostgres || process.platform !== 'linux' || !existsSync('/usr/bin/script'))(
    'asks twice on a terminal, and shows nothing of it',
    async () => {
      const terminal = spawn(
        'script',
        ['-qec', `"${process.execPath}" "${command}" add ${email}`, '/dev/null'],
        {
          env: { ...process.env, ...env },
        },
      );
      let screen = '';
      terminal.stdout.on('data', (chunk) => (screen += String(chunk)));
      const typed = async (question: string) => {
        await vi.waitFor(() => expect(screen).toContain(question), { timeout: SEVERAL_STARTS_MS / 3 });
        terminal.stdin.write('a secret of mine\r');
      };
      await typed('Password');
      expect(screen).toContain(`There is no database in ${dataDir} yet: this makes a new one.`);
      await typed('The same again');
      const [code] = (await once(terminal, 'close')) as [number];
      expect(code).toBe(0);
      expect(screen).toContain('is an admin now');
      expect(screen).not.toContain('secret');
    },
    SEVERAL_STARTS_MS,
  );

  it.skipIf(!onPostgres)('works on PostgreSQL while servers run; who is removed is out at once', async () => {
    const server = await testServer();
    const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(
      server.database.kysely,
    );
    const url = new URL(process.env['DATABASE_URL'] ?? '');
    url.pathname = `/${rows[0]?.name}`;
    env = { DATABASE_URL: url.href, TOKEN_SECRET: 'a secret for tests alone, thirty-two characters' };
    try {
      expect(await admin(['add', email], password)).toMatchObject({ code: 0, err: '' });
      const signIn = () => server.send('POST', '/sellers/sign-in', { email, password });
      const { body } = await signIn();
      expect(body.isAdmin).toBe(true);
      const list = ({ accessToken }: { accessToken: string }) =>
        server.send('GET', '/admin/sellers', undefined, { authorization: `Bearer ${accessToken}` });
      expect((await list(body.account)).status).toBe(200);
      const owned = await server.trading();
      await server.database.kysely
        .updateTable('catalogs')
        .set({ seller_id: body.account.id })
        .where('seller_id', '=', owned.id)
        .execute();
      expect((await admin(['remove', email])).out).toContain('stays as a seller');
      expect((await list(body.account)).status).toBe(401);
      expect((await list((await signIn()).body.account)).status).toBe(403);
      const { refreshToken } = body.account;
      expect((await server.send('POST', '/sellers/refresh-token', { refreshToken })).status).toBe(401);
    } finally {
      await server.close();
    }
  });
});
