import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { expect } from 'playwright/test';
import { waits } from '../runner/waits.ts';
import { openDisplay } from './display.ts';

const root = path.resolve(import.meta.dirname, '../../..');

export type Till = {
  app: ElectronApplication;
  page: Page;
  /** The folder of the till's files. */
  userData: string;
  /** Every file that the till has written, by its path, as text. */
  files(): Promise<Map<string, string>>;
  /** Starts the till again on the same folder; returns its exit code. */
  startAgain(): Promise<number | null>;
  /** Closes the till; its files stay. */
  close(): Promise<void>;
  remove(): Promise<void>;
};

export type TillOptions = {
  /** The folder of an earlier till; without it, a new one. */
  userData?: string;
  /** Provides a keyring, whatever the machine has. */
  keyring?: boolean;
  /** Uses the system's own keyring, stored in this folder. */
  realKeyring?: string;
  /** Whether the computer has a loudspeaker, whatever the machine has. */
  loudspeaker?: boolean;
  /** Draws with Chromium's process for graphics cards, as sellers' tills do; it costs a fifth of a test. */
  graphics?: boolean;
  env?: Record<string, string>;
  args?: string[];
};

/** Starts the built till in a real Electron, with the given server. */
export async function openTill(apiBase: string, options: TillOptions = {}): Promise<Till> {
  const { userData, realKeyring } = options;
  const executablePath = process.env['ELECTRON_PATH'];
  if (!executablePath) throw new Error('ELECTRON_PATH names no Electron; run it with `npm test -- desktop`');
  const folder = userData ?? (await mkdtemp(path.join(tmpdir(), 'servery-till-')));
  await mkdir(folder, { recursive: true });
  // Electron may run as another user than the tests.
  await chmod(folder, 0o777);
  const command = commandOf(folder, options);
  const display = await openDisplay();
  const env = {
    ...(process.env as Record<string, string>),
    ...display.env,
    SERVERY_API_URL: apiBase,
    ...options.env,
  };
  const program = realKeyring
    ? {
        executablePath: path.join(root, 'tests/support/till/with-keyring'),
        env: { ...env, KEYRING_RUNS: executablePath, KEYRING_HOME: realKeyring },
      }
    : { executablePath, env };
  const app = await _electron.launch({ ...program, args: command, cwd: root });
  // Playwright's configuration does not apply to Electron.
  app.context().setDefaultTimeout(waits.actionTimeout);
  const page = await screensOf(app);
  async function close(): Promise<void> {
    await meanToQuit(app);
    try {
      await app.close();
    } finally {
      await display.stop();
    }
  }
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
    close,
    async remove() {
      await close().catch(() => undefined);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

function commandOf(folder: string, options: TillOptions): string[] {
  const { keyring = false, loudspeaker = true, graphics = false, args = [] } = options;
  return [
    ...(keyring ? ['-r', path.join(root, 'tests/support/till/keyring.cjs')] : []),
    // Preloaded with `-r`: an app that is loaded after `ready` can no longer restrict itself.
    '-r',
    path.join(root, 'dist/main/main.cjs'),
    '.',
    `--user-data-dir=${folder}`,
    loudspeaker ? '--use-fake-device-for-media-stream' : '--disable-audio-output',
    ...(graphics ? [] : ['--disable-gpu']),
    ...args,
  ];
}

/** From here on, quitting in mid-shift is confirmed automatically. */
async function meanToQuit(app: ElectronApplication): Promise<void> {
  const mean = app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async (...asked: unknown[]) => {
      const { buttons = [] } = asked.at(-1) as { buttons?: string[] };
      return { response: Math.max(0, buttons.indexOf('Quit')), checkboxChecked: false };
    };
  });
  // It may have ended already.
  await mean.catch(() => undefined);
}

/** Starts a till that is expected to exit; returns how it ended, and its output. */
export async function startInVain(userData: string): Promise<{ code: number | null; errors: string }> {
  const loaded = ['tests/support/till/error-box.cjs', 'dist/main/main.cjs'].flatMap((file) => [
    '-r',
    path.join(root, file),
  ]);
  const display = await openDisplay();
  const till = spawn(process.env['ELECTRON_PATH'] ?? '', [...loaded, '.', `--user-data-dir=${userData}`], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, ...display.env },
  });
  let errors = '';
  till.stderr.setEncoding('utf8').on('data', (part: string) => (errors += part));
  const [code] = (await once(till, 'close')) as [number | null];
  await display.stop();
  return { code, errors };
}

/** Crashes the till's page, and waits until its replacement has loaded: between the two no script gets an answer. */
export async function crashPage(app: ElectronApplication): Promise<void> {
  await app.evaluate(
    ({ BrowserWindow }) =>
      new Promise<void>((loaded) => {
        const contents = BrowserWindow.getAllWindows()[0]?.webContents;
        contents?.once('did-finish-load', () => loaded());
        contents?.forcefullyCrashRenderer();
      }),
  );
}

/** From here on nothing is opened outside; returns the addresses that would have been. */
export async function noteOpened(app: ElectronApplication): Promise<() => Promise<string[]>> {
  await app.evaluate(({ shell }) => {
    const opened: string[] = [];
    shell.openExternal = async (address) => void opened.push(address);
    Object.assign(globalThis, { opened });
  });
  return () => app.evaluate(() => (globalThis as unknown as { opened: string[] }).opened);
}

/** Runs a script in the till's page through the main process: Playwright gives a page up once it has crashed. */
export function inPage(app: ElectronApplication, script: string): Promise<string> {
  return app.evaluate(async ({ BrowserWindow }, run) => {
    const [window] = BrowserWindow.getAllWindows();
    return String(await window?.webContents.executeJavaScript(run));
  }, script);
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
    // Chromium may delete its own files at any moment.
    const contents = await readFile(file, 'latin1').catch(() => null);
    if (contents !== null) files.set(path.relative(folder, file), contents);
  }
  return files;
}

/** Does something that ends a window or the app; Playwright may lose it before it gets the answer. */
export async function actThatEnds(act: Promise<unknown>, ended: Promise<unknown>): Promise<void> {
  await Promise.all([ended, act.catch(() => undefined)]);
}
