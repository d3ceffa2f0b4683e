import { chmodSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * Gives the tests of a run a folder for their temporary files.
 *
 * @returns removes it, with what tests that failed have left in it
 */
export function setup(): () => Promise<void> {
  const before = process.env['TMPDIR'];
  // Short: the path of a socket in it has little room.
  const folder = mkdtempSync(path.join(tmpdir(), 'sv-'));
  // Like /tmp: the tests' PostgreSQL runs as another user.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  return async () => {
    if (before === undefined) delete process.env['TMPDIR'];
    else process.env['TMPDIR'] = before;
    await rm(folder, { recursive: true, force: true, maxRetries: 10 });
  };
}
