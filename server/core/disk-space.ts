import { statfsSync } from 'node:fs';

/** Below this nothing more is written: PostgreSQL without room for its log stops altogether, reads and all (hazards B13). */
export const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** What this process may still write where the folder is. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
