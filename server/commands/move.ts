/**
 * `npm run move`: copies the embedded database in DATA_DIR into the empty PostgreSQL database of DATABASE_URL.
 */
import path from 'node:path';
import { copyTables } from '../backups/copy-tables.ts';
import { readPlaces } from '../config/config.ts';
import { needDatabase } from '../config/need-database.ts';
import { markMoved } from '../database/moved-mark.ts';
import { openDatabase } from '../database/open-database.ts';
import { runCommand } from './run.ts';

const usage = 'npm run move   from DATA_DIR into the empty database of DATABASE_URL';

await runCommand({ usage, most: 0 }, async () => {
  const { dataDir, databaseUrl } = readPlaces(process.env);
  if (databaseUrl === null) throw new Error('Where to? Name the PostgreSQL database in DATABASE_URL.');
  needDatabase(dataDir);
  const from = await openDatabase({ databaseUrl: null, dataDir });
  try {
    const to = await openDatabase({ databaseUrl, dataDir });
    try {
      const sums = await copyTables(from, to);
      return [
        ...sums.map(({ table, rows }) => `${String(rows).padStart(9)}  ${table}`),
        'Every table is equal. The embedded database still has them too.',
        oldServer(dataDir),
        `Before the servers start: npm run migrate -- ROLE, as the owner; TOKEN_SECRET_FILE=${path.join(dataDir, 'token-secret')}, or everybody is signed out; and, without S3_BUCKET, a copy of ${path.join(dataDir, 'images')} in the DATA_DIR of the servers.`,
      ].join('\n');
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
});

/** Keeps a server off the old database; says so, or that somebody else must. */
function oldServer(dataDir: string): string {
  try {
    const file = markMoved(dataDir, new Date());
    return `No server starts on it any more: ${file} prevents it. Disable its service all the same (systemctl disable servery).`;
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return `Disable its service (systemctl disable servery): nothing else keeps a server off the old database (${reason}).`;
  }
}
