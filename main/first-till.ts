import { accessSync, constants, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

/**
 * What to tell a person where this till may not start and no other till is the reason; null where another runs, which
 * then comes to the front by itself.
 */
export function whyNotFirst(folder: string, platform: NodeJS.Platform): string | null {
  if (platform !== 'win32' && anotherHolds(folder)) return null;
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
    return null;
  } catch {
    return `The folder ${folder} cannot be used. It may belong to another user of this computer, or its disk may be read-only.`;
  }
}

/** Chromium names the holder in a link: the computer's name and a process of it. */
function anotherHolds(folder: string): boolean {
  try {
    const holder = readlinkSync(path.join(folder, 'SingletonLock'));
    const split = holder.lastIndexOf('-');
    if (holder.slice(0, split) !== hostname()) return true;
    process.kill(Number(holder.slice(split + 1)), 0);
    return true;
  } catch (error) {
    // Somebody else's process is one that runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
