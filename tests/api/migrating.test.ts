import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { afterAll, describe, expect, it } from 'vitest';
import { startServer } from '../../demo/server-process.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { openPostgres } from '../../server/database/postgres-database.ts';
import { ownersUrl } from '../../server/testing/database.ts';
import { emptyDatabase } from '../support/servers/empty-database.ts';
import { serverThatEnds } from '../support/servers/server-command.ts';

const postgresUrl = ownersUrl;
const dataDir = mkdtempSync(path.join(tmpdir(), 'servery-migrating-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));
const TOKEN_SECRET = 'a secret for tests alone, thirty-two characters';

describe.skipIf(postgresUrl === '')('servers that start on PostgreSQL', () => {
  it('three that start at once on an empty database apply each migration once, and all serve (B10)', async () => {
    const { url, drop } = await emptyDatabase(postgresUrl);
    const started = await Promise.all(
      Array.from({ length: 3 }, () =>
        startServer({ dataDir, port: 0, env: { DATABASE_URL: url, TOKEN_SECRET } }),
      ),
    );
    for (const { origin } of started) expect((await fetch(`${origin}/ready`)).status).toBe(200);
    const database = openPostgres(url, { connections: 1 });
    const { rows } = await sql<{ name: string; times: number }>`
      select name, count(*)::int as times from migrations group by name`.execute(database.kysely);
    expect(rows.length).toBeGreaterThan(0);
    expect(new Set(rows.map(({ times }) => times))).toEqual(new Set([1]));
    await database.close();
    for (const server of started) server.process.kill('SIGTERM');
    expect(await Promise.all(started.map(({ ended }) => ended))).toEqual([0, 0, 0]);
    await drop();
  });

  it('a server ends with a message where the schema is newer than it knows (B10)', async () => {
    const { url, drop } = await emptyDatabase(postgresUrl);
    const database = await openDatabase({ databaseUrl: url, dataDir: '' });
    await sql`insert into migrations (name, checksum) values ('9999-later', 'x')`.execute(database.kysely);
    await database.close();
    const ended = await serverThatEnds({
      DATABASE_URL: url,
      DATA_DIR: dataDir,
      TOKEN_SECRET,
    });
    expect(ended.code).toBe(1);
    expect(ended.errors).toContain('which this version does not know. Run the newer version.');
    await drop();
  });
});
