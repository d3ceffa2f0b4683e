/**
 * `npm run move`: copies the embedded database in DATA_DIR into the empty PostgreSQL database of DATABASE_URL.
 */
import path from 'node:path';
import { copyTables } from '../backups/copy-tables.ts';
import { readPlaces } from '../config/config.ts';
import { needDatabase } from '../config/need-database.ts';
import { openDatabase } from '../database/open-database.ts';
import { runCommand } from './run.ts';

await runCommand(async () => {
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
        'Every table is equal. The embedded database was left as it is.',
        `So that nobody is signed out, start with TOKEN_SECRET_FILE=${path.join(dataDir, 'token-secret')}.`,
      ].join('\n');
    } finally {
      await to.close();
    }
  } finally {
    await from.close();
  }
});
