import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { outputOf, run } from '../runner/run-command.ts';

const require = createRequire(import.meta.url);

/** An Electron for tests: the one in ELECTRON_OVERRIDE_DIST_PATH, or the project's own, installed if possible. */
export async function findElectron(): Promise<{ path: string } | { missing: string }> {
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (!override && !projectElectron()) await run('install-electron', []);
  const found = override ? path.join(override, executableName()) : projectElectron();
  if (!found || !existsSync(found)) return { missing: 'no Electron: its download is out of reach' };
  if (!override && process.platform === 'linux' && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
    return { missing: 'no display for Electron: run under xvfb-run' };
  return { path: found };
}

/** Libraries that Electron loads when needed, and can do without. */
const libraries = [
  { library: 'libnotify.so.4', lacks: 'The till shows no notifications; their tests are skipped.' },
];

export async function missingLibraries(): Promise<typeof libraries> {
  const known = process.platform === 'linux' ? await outputOf('/sbin/ldconfig', ['-p']) : null;
  return known === null ? [] : libraries.filter(({ library }) => !known.includes(library));
}

function projectElectron(): string | null {
  try {
    const found: unknown = require('electron');
    return typeof found === 'string' && existsSync(found) ? found : null;
  } catch {
    return null;
  }
}

function executableName(): string {
  if (process.platform === 'darwin') return 'Electron.app/Contents/MacOS/Electron';
  return process.platform === 'win32' ? 'electron.exe' : 'electron';
}
