import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { expect } from 'playwright/test';

export type Till = {
  app: ElectronApplication;
  page: Page;
  /** Where the till keeps its files. */
  userData: string;
  /** Every file the till has written, by its path, as text. */
  files(): Promise<Map<string, string>>;
  /** Starts the till once more on the same folder; its exit code. */
  startAgain(): Promise<number | null>;
  /** Closes the till; its files stay. */
  close(): Promise<void>;
  remove(): Promise<void>;
};

export type TillOptions = {
  /** The folder of an earlier till; without it, one of its own. */
  userData?: string;
  /** Gives it a keyring, whatever the machine has. */
  keyring?: boolean;
  /** Gives it the system's own keyring, kept in this folder. */
  realKeyring?: string;
  env?: Record<string, string>;
  args?: string[];
};

/** Starts the built till in a real Electron, on the given server. */
export async function openTill(
  apiBase: string,
  { userData, keyring = false, realKeyring, args = [], env: more = {} }: TillOptions = {},
): Promise<Till> {
  const executablePath = process.env['ELECTRON_PATH'];
  if (!executablePath) throw new Error('ELECTRON_PATH names no Electron; run it with `npm test -- desktop`');
  const folder = userData ?? (await mkdtemp(path.join(tmpdir(), 'servery-till-')));
  await mkdir(folder, { recursive: true });
  // Electron may run as another user than the tests.
  await chmod(folder, 0o777);
  const root = path.resolve(import.meta.dirname, '../..');
  const command = [
    ...(keyring ? ['-r', path.join(root, 'tests/support/keyring.cjs')] : []),
    // Required as well as started: an app that is loaded after `ready` can no longer lock itself down.
    '-r',
    path.join(root, 'dist/main/main.cjs'),
    '.',
    `--user-data-dir=${folder}`,
    ...args,
  ];
  const env = { ...(process.env as Record<string, string>), SERVERY_API_URL: apiBase, ...more };
  const program = realKeyring
    ? {
        executablePath: path.join(root, 'tests/support/with-keyring'),
        env: { ...env, KEYRING_RUNS: executablePath, KEYRING_HOME: realKeyring },
      }
    : { executablePath, env };
  const app = await _electron.launch({ ...program, args: command, cwd: root });
  const page = await screensOf(app);
  return {
    app,
    page,
    userData: folder,
    files: () => readAll(folder),
    async startAgain() {
      const again = spawn(executablePath, command, { cwd: root, env, stdio: 'ignore' });
      const [code] = (await once(again, 'exit')) as [number | null];
      return code;
    },
    close: () => app.close(),
    async remove() {
      await app.close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** The page with the screens, not the hidden one that rings. */
async function screensOf(app: ElectronApplication): Promise<Page> {
  const find = () => app.windows().find((page) => /^app:\/\/till\/(?!bell)/.test(page.url()));
  await expect.poll(() => find() !== undefined, { timeout: 30_000 }).toBe(true);
  const page = find();
  if (!page) throw new Error('The till has closed its window');
  return page;
}

async function readAll(folder: string): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const entry of await readdir(folder, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const file = path.join(entry.parentPath, entry.name);
    // Chromium removes its own files at any moment.
    const contents = await readFile(file, 'latin1').catch(() => null);
    if (contents !== null) files.set(path.relative(folder, file), contents);
  }
  return files;
}

/** Does what ends a window or the app; Playwright may lose it before it hears that it was done. */
export async function actThatEnds(act: Promise<unknown>, ended: Promise<unknown>): Promise<void> {
  await Promise.all([ended, act.catch(() => undefined)]);
}
