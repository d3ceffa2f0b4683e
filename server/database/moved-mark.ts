import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Inside the database's own folder, so that it goes with the database wherever that folder is put. */
const markOf = (dataDir: string): string => path.join(dataDir, 'pglite', 'moved-to-postgres');

/** Says for good that the embedded database was moved to PostgreSQL; returns the file that says so. */
export function markMoved(dataDir: string, at: Date): string {
  const file = markOf(dataDir);
  writeFileSync(file, `${at.toISOString()}\n`, { mode: 0o600, flush: true });
  return file;
}

/**
 * Throws where the embedded database was moved: a server on it would go by orders, menus and sign-ins of then, and
 * expire, release, alert and sweep by them; what an admin did to it would change nothing where the servers are.
 */
export function refuseMoved(dataDir: string): void {
  const file = markOf(dataDir);
  if (!existsSync(file)) return;
  const at = readFileSync(file, 'utf8').trim();
  throw new Error(
    `The database in ${dataDir} was moved to PostgreSQL at ${at}: name that in DATABASE_URL. Remove ${file} to use this one all the same.`,
  );
}
