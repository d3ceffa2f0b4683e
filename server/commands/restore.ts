/** `npm run restore -- FILE`: puts a backup where there is no database yet. */
import path from 'node:path';
import { restoreEmbedded } from '../backups/embedded-backups.ts';
import { restorePostgres } from '../backups/postgres-backups.ts';
import { readPlaces } from '../config/config.ts';
import { runCommand } from './run.ts';

const SIGN_OUT_ALL =
  'Sign-ins and passwords are those of the backup, also those that were ended or changed since: npm run admin -- sign-out-all, and password EMAIL, before the servers start.';

await runCommand(async ([name]) => {
  if (name === undefined) throw new Error('Which backup? npm run restore -- FILE');
  const { dataDir, databaseUrl } = readPlaces(process.env);
  const file = path.resolve(name);
  if (databaseUrl === null) {
    await restoreEmbedded(file, dataDir);
    return [`Restored ${file} into ${dataDir}.`, SIGN_OUT_ALL].join('\n');
  }
  await restorePostgres(databaseUrl, file);
  return [
    `Restored ${file} into the database of DATABASE_URL.`,
    'A role of the servers has no rights in it yet: npm run migrate -- ROLE grants them, before the servers start.',
    SIGN_OUT_ALL,
  ].join('\n');
});
