import { statfsSync } from 'node:fs';

/**
 * With less free than this, writes are refused: PostgreSQL stops altogether, reads included, when its log finds
 * no room.
 */
export const LEAST_FREE_BYTES = 64 * 1024 * 1024;

/** Bytes that this process may still write to the disk of `folder`. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}
