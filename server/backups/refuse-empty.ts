import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { backupFolder, listBackups } from './backup-files.ts';

/** Where a backup is unpacked; it is there from a restore's beginning to its end. */
export const restoringIn = (dataDir: string): string => path.join(dataDir, 'restoring');

/**
 * Throws where there was a database, and there is none now: a server would begin with a new, empty one, into which nothing
 * can be restored, and whose backups would take the place of those that are there.
 */
export function refuseEmpty(dataDir: string): void {
  if (!existsSync(dataDir) || existsSync(path.join(dataDir, 'pglite'))) return;
  const restoring = restoringIn(dataDir);
  if (existsSync(restoring))
    throw new Error(
      `A restore into ${dataDir} has not ended, or was broken off: run it again (npm run restore -- FILE), or remove ${restoring} to begin with an empty database.`,
    );
  const newest = listBackups(dataDir).at(-1);
  const aside = readdirSync(dataDir).filter((name) => name.startsWith('pglite.'));
  if (newest === undefined && aside.length === 0) return;
  const left = [
    ...(newest === undefined ? [] : [backupFolder(dataDir)]),
    ...aside.map((name) => path.join(dataDir, name)),
  ].join(', ');
  throw new Error(
    `There was a database in ${dataDir}, and there is none: ${left} is left of it. ${wayOn(newest)} To begin with an empty database, keep ${left} somewhere else.`,
  );
}

function wayOn(newest: string | undefined): string {
  if (newest === undefined) return 'To go on with a backup: npm run restore -- FILE.';
  if (newest.endsWith('.dump'))
    return 'Its newest backup is of a PostgreSQL server: name that in DATABASE_URL.';
  return `To go on with its newest backup: npm run restore -- ${newest}.`;
}
