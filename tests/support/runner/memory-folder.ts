import { spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { freemem } from 'node:os';
import path from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';
/** The suites use less than a quarter of it at a time. */
const ENOUGH_BYTES = 6 * 1024 ** 3;

/**
 * Keeps the temporary files of this process and its children in memory, if there is room: most of what a test's
 * server and its browser do to start is writing files. Who relies on a sync to the disk is tested on a recorded one.
 */
export function keepTemporaryFilesInMemory(): void {
  if (process.env['TMPDIR'] || !existsSync(MEMORY)) return;
  const { bavail, bsize } = statfsSync(MEMORY);
  if (Math.min(bavail * bsize, freemem()) < ENOUGH_BYTES) return;
  const folder = mkdtempSync(path.join(MEMORY, 'servery-'));
  // After a signal, what it began may write there for a moment longer.
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  // Like /tmp: the tests' PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  if (!mayRunPrograms(folder)) return remove();
  process.env['TMPDIR'] = folder;
  process.once('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
}

/** The packed till runs from a temporary folder. */
function mayRunPrograms(folder: string): boolean {
  const program = path.join(folder, 'program');
  writeFileSync(program, '#!/bin/sh\n', { mode: 0o700 });
  const { status } = spawnSync(program);
  rmSync(program);
  return status === 0;
}
