import { accessSync, constants, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';
import path from 'node:path';

/** What is asked of the system; each throws where the answer is no. */
const system = {
  mayUse: (folder: string) => accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK),
  runs: (processId: number) => void process.kill(processId, 0),
};

/**
 * What to tell a person where this till may not start and no other till is the reason; null where another runs, which
 * then comes to the front by itself.
 */
export function whyNotFirst(
  folder: string,
  platform: NodeJS.Platform,
  { mayUse, runs } = system,
): string | null {
  if (platform !== 'win32' && anotherHolds(folder, runs)) return null;
  try {
    mayUse(folder);
    return null;
  } catch {
    return `The folder ${folder} cannot be used. It may belong to another user of this computer, or its disk may be read-only.`;
  }
}

/** Chromium names the holder in a link: the computer's name and a process of it. */
function anotherHolds(folder: string, runs: typeof system.runs): boolean {
  try {
    const holder = readlinkSync(path.join(folder, 'SingletonLock'));
    const split = holder.lastIndexOf('-');
    if (holder.slice(0, split) !== hostname()) return true;
    runs(Number(holder.slice(split + 1)));
    return true;
  } catch (error) {
    // Somebody else's process is one that runs.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
