import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';

const launch = path.resolve(import.meta.dirname, '../scripts/launch.ts');

/** Null if the till can be opened; otherwise why not. */
export function canOpenTill(): string | null {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
    return 'there is no display here.';
  return null;
}

/**
 * Opens the desktop till on the given server, like `npm run till`, with its own settings and sign-in; `watch`
 * restarts it whenever its sources change.
 */
export async function openTill(origin: string, folder: string, watch: boolean): Promise<ChildProcess> {
  // Electron refuses to run as root; the other user that it then runs as cannot enter root's folder.
  const own = process.getuid?.() === 0 ? [] : [`--user-data-dir=${folder}`];
  return spawn(process.execPath, [launch, ...(watch ? ['--watch'] : []), ...own], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SERVERY_API_URL: `${origin}/api` },
  });
}
