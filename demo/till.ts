import { spawn, type ChildProcess } from 'node:child_process';

/** Null where the till can be opened; otherwise why not. */
export function canOpenTill(): string | null {
  if (process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
    return 'there is no display here.';
  return null;
}

/** Opens the desktop till on the given server, as `npm run till` would. */
export async function openTill(origin: string): Promise<ChildProcess> {
  return spawn('npm', ['run', '--silent', 'till'], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, SERVERY_API_URL: `${origin}/api` },
  });
}
