/** `npm run restore -- FILE`: puts a backup where there is no database yet. */
import path from 'node:path';
import { restoreEmbedded } from '../backups/embedded-backups.ts';
import { restorePostgres } from '../backups/postgres-backups.ts';
import { readPlaces } from '../config/config.ts';
import { runCommand } from './run.ts';

await runCommand(async ([name]) => {
  if (name === undefined) throw new Error('Which backup? npm run restore -- FILE');
  const { dataDir, databaseUrl } = readPlaces(process.env);
  const file = path.resolve(name);
  if (databaseUrl !== null) await restorePostgres(databaseUrl, file);
  else await restoreEmbedded(file, dataDir);
  return `Restored ${file} into ${databaseUrl === null ? dataDir : 'the database of DATABASE_URL'}.`;
});
