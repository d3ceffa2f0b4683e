import { existsSync } from 'node:fs';
import path from 'node:path';

/** Where a backup is unpacked; it is there from a restore's beginning to its end. */
export const restoringIn = (dataDir: string): string => path.join(dataDir, 'restoring');

/**
 * Throws where a restore has begun and not ended: a server would begin with a new, empty database, into which nothing can be
 * restored, and whose backups would take the place of those that are there.
 */
export function refuseHalfRestored(dataDir: string): void {
  const folder = restoringIn(dataDir);
  if (!existsSync(folder) || existsSync(path.join(dataDir, 'pglite'))) return;
  throw new Error(
    `A restore into ${dataDir} has not ended, or was broken off: run it again (npm run restore -- FILE), or remove ${folder} to begin with an empty database.`,
  );
}
