/**
 * `npm run till`: builds the till and opens it in Electron, or says why it cannot be opened here. With `--watch` it
 * is rebuilt and reopened whenever its sources change.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { runScript } from './npm.ts';

const root = path.resolve(import.meta.dirname, '..');
const found = findElectron();
if ('missing' in found) {
  process.stderr.write(
    `${found.missing}\nThe same screens run in the browser: npm run build && npm start.\n`,
  );
  process.exitCode = 1;
} else if (process.argv.includes('--watch')) {
  await buildAndOpenAgain(found.electron);
  // Takes a second or two, and so never opens an old build.
} else if (!(await runScript('build:till', { cwd: root, stdio: 'inherit' }))) {
  process.stderr.write('The till could not be built.\n');
  process.exitCode = 1;
} else {
  open(found.electron).on('exit', (code) => (process.exitCode = code ?? 0));
}

function open(electron: string): ChildProcess {
  // Preloaded with `-r`: an app that is loaded after Electron is ready can no longer restrict itself.
  const own = process.argv.slice(2).filter((arg) => arg !== '--watch');
  const args = ['-r', path.join(root, 'dist/main/main.cjs'), '.', ...own];
  const till = spawn(electron, args, { cwd: root, stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => till.kill(signal));
  till.on('error', (error) => process.stderr.write(`Electron could not be started: ${error.message}\n`));
  return till;
}

/** Closing the till's window ends the watching too. */
async function buildAndOpenAgain(electron: string): Promise<void> {
  const { build } = await import('vite');
  const parts = ['main', 'preload', 'renderer'];
  const waiting = new Set(parts);
  let till: ChildProcess | null = null;
  for (const part of parts) {
    const watcher = await build({
      configFile: path.join(root, part, 'vite.config.ts'),
      build: { watch: {} },
    });
    if (!('on' in watcher)) throw new Error(`The ${part} build does not watch.`);
    watcher.on('event', ({ code }) => {
      if (code !== 'END') return;
      waiting.delete(part);
      if (waiting.size > 0) return;
      const last = till;
      last?.removeAllListeners('exit');
      last?.kill();
      till = open(electron);
      till.on('exit', () => process.exit());
    });
  }
}

/** The `electron` package finds its program, and downloads it at the first use. */
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
