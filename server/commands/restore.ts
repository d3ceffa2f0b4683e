/** `npm run restore -- FILE`: puts a backup where there is no database yet. */
import { restoreEmbedded } from '../backups/embedded-backups.ts';
import { restorePostgres } from '../backups/postgres-backups.ts';
import { readPlaces } from '../config/config.ts';
import { namedFile, runCommand } from './run.ts';

const SIGN_OUT_ALL =
  'Sign-ins and passwords are those of the backup, also those that were ended or changed since: npm run admin -- sign-out-all, and password EMAIL, before the servers start.';

const usage = 'Which backup? npm run restore -- FILE';

await runCommand({ usage, most: 1 }, async ([name]) => {
  if (name === undefined) throw new Error(usage);
  const { dataDir, databaseUrl } = readPlaces(process.env);
  const file = namedFile(name);
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
