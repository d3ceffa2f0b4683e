/** `npm run till`: builds the till and opens it in Electron, or says in a sentence why it cannot be opened here. */
import { spawn, spawnSync } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const found = findElectron();
if ('missing' in found) {
  process.stderr.write(
    `${found.missing}\nThe same screens run in the browser: npm run build && npm start.\n`,
  );
  process.exitCode = 1;
} else if (!built()) {
  process.stderr.write('The till could not be built.\n');
  process.exitCode = 1;
} else {
  // Required as well as started: an app that were loaded after Electron is ready could not lock itself down any more.
  const args = ['-r', path.join(root, 'dist/main/main.cjs'), '.', ...process.argv.slice(2)];
  const till = spawn(found.electron, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => till.kill(signal));
  till.on('error', (error) => process.stderr.write(`Electron could not be started: ${error.message}\n`));
  till.on('exit', (code) => (process.exitCode = code ?? 0));
}

/** The `electron` package finds its program, and downloads it at its first use. */
function findElectron(): { electron: string } | { missing: string } {
  const chosen = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (process.platform === 'linux' && !chosen && !process.env['DISPLAY'] && !process.env['WAYLAND_DISPLAY'])
    return { missing: 'The till needs a display, and there is none here.' };
  try {
    return { electron: createRequire(import.meta.url)('electron') as string };
  } catch {
    return { missing: 'The till needs Electron, which is not on this computer and could not be downloaded.' };
  }
}

/** Takes a second or two, and never opens an old build. */
function built(): boolean {
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm';
  const options = { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' } as const;
  return spawnSync(npm, ['run', '--silent', 'build:till'], options).status === 0;
}
