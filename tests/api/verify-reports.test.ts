import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, expect, it } from 'vitest';
import { openDatabase } from '../../server/database/open-database.ts';
import { sessionReports } from '../../server/features/trading-sessions/session-reports.ts';
import { onPostgres, putDatabaseInto } from '../../server/testing/database.ts';

const dataDir = mkdtempSync(path.join(tmpdir(), 'servery-verify-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

async function verify(folder: string, ...args: string[]) {
  const child = spawn(process.execPath, [path.resolve('server/commands/verify-reports.ts'), ...args], {
    env: { ...process.env, DATA_DIR: folder, DATABASE_URL: '' },
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += String(chunk)));
  const [code] = (await once(child, 'close')) as [number];
  return { code, said };
}
const open = () => openDatabase({ databaseUrl: null, dataDir });

// On the embedded database only: the check itself runs on both, in session-reports.test.ts.
it.skipIf(onPostgres)(
  'npm run verify-reports says in words and exit codes whether reports are whole, changed, or could not be read (D53)',
  async () => {
    expect(await verify(path.join(dataDir, 'nowhere'))).toMatchObject({
      code: 1,
      said: expect.stringContaining('Nothing was checked. There is no database in'),
    });
    await putDatabaseInto(dataDir);
    const database = await open();
    await sql`insert into accounts (id, email, password_hash, company_name, company_website, company_phone_number,
      address_line_1, address_line_2, city, county, country, postcode, created_at)
      values ('seller', 'a@b.example', '', '', '', '', '', '', '', '', '', '', now())`.execute(
      database.kysely,
    );
    await sql`insert into outlets (id, seller_id, name, created_at) values ('ferry', 'seller', 'The Old Ferry', now())`.execute(
      database.kysely,
    );
    await sql`insert into outlet_feeds (outlet_id) values ('ferry')`.execute(database.kysely);
    for (const id of ['one', 'two'])
      await sql`insert into trading_sessions (id, outlet_id, started_at, finished_at, number_of_orders, total_earnings)
        values (${id}, 'ferry', now(), now(), 0, 0)`.execute(database.kysely);
    expect(await verify(dataDir)).toMatchObject({
      code: 1,
      said: expect.stringContaining('A server is running on the data folder.'),
    });
    await sessionReports(database).catchUp(() => new Date());
    await database.close();

    const whole = await verify(dataDir);
    expect(whole).toMatchObject({
      code: 0,
      said: expect.stringContaining('All 2 reports are as they were issued'),
    });
    const [, hash = ''] = /No\. 2 of The Old Ferry has the hash ([0-9a-f]{64})/.exec(whole.said) ?? [];
    expect((await verify(dataDir, hash)).code).toBe(0);
    expect(await verify(dataDir, 'f'.repeat(64))).toMatchObject({
      code: 2,
      said: expect.stringContaining('No report has that hash.'),
    });
    expect((await verify(dataDir, 'not a hash')).code).toBe(1);

    const forger = await open();
    await sql`alter table session_reports disable trigger user`.execute(forger.kysely);
    await sql`update session_reports set body = replace(body, 'The Old Ferry', 'The Odd Ferry') where number = 1`.execute(
      forger.kysely,
    );
    await forger.close();
    const broken = await verify(dataDir);
    expect(broken).toMatchObject({ code: 2, said: expect.stringContaining('1 of 2 reports are not right:') });
    expect(broken.said).toContain('No. 1 of The Old Ferry: It is not as it was issued');
  },
  180_000,
);
