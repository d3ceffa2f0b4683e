import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { expect } from 'playwright/test';
import { freePort } from '../servers/free-port.ts';
import { openDisplay } from './display.ts';

/** The packed till in its own process: its fuses keep Playwright out, so it is controlled like a browser. */
export type PackedTill = {
  page: Page;
  /** Restarts it on the same folder with other arguments and environment. */
  startAgain(args: string[], env?: Record<string, string>): Promise<{ code: number | null; errors: string }>;
  remove(): Promise<void>;
};

const asRoot = process.getuid?.() === 0;
/** Browsers have their sandbox only if they do not run as root. */
const drop = asRoot ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : [];

/** A home folder that belongs to the program's user, and the command that starts the program in it. */
async function packedHome(program: string) {
  const home = await mkdtemp(path.join(tmpdir(), 'servery-packed-'));
  if (asRoot) await chown(home, 65_534, 65_534);
  const display = await openDisplay();
  const start = (args: string[], env: Record<string, string> = {}): ChildProcess => {
    const [command = '', ...rest] = [...drop, program, `--user-data-dir=${home}/data`, ...args];
    return spawn(command, rest, {
      // The whole process group ends with it.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        ...display.env,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        XDG_CONFIG_HOME: `${home}/.config`,
        ...env,
      },
    });
  };
  async function remove(): Promise<void> {
    await display.stop();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
  return { start, remove };
}

async function ended(program: ChildProcess): Promise<{ code: number | null; errors: string }> {
  let errors = '';
  program.stderr?.setEncoding('utf8').on('data', (part: string) => (errors += part));
  const [code] = (await once(program, 'close')) as [number | null];
  return { code, errors };
}

/** Starts a packed till that is expected to exit. */
export async function startPacked(program: string, args: string[]) {
  const { start, remove } = await packedHome(program);
  const outcome = await ended(start(args));
  await remove();
  return outcome;
}

/** Controls a program that is starting. */
async function connected(port: number): Promise<Browser> {
  let browser: Browser | undefined;
  await expect(async () => {
    browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`);
  }).toPass({ timeout: 60_000 });
  if (!browser) throw new Error('The packed till cannot be controlled');
  return browser;
}

export async function openPackedTill(program: string, apiBase: string): Promise<PackedTill> {
  const home = await packedHome(program);
  const port = await freePort();
  const start = (args: string[], env: Record<string, string> = {}) =>
    home.start(args, { SERVERY_API_URL: apiBase, ...env });
  const till = start([`--remote-debugging-port=${port}`]);
  // Read to its end, so that a full pipe stops nothing.
  const outcome = ended(till);
  const browser = await Promise.race([
    connected(port),
    outcome.then(({ code, errors }): never => {
      throw new Error(`The packed till ended (${code}):\n${errors}`);
    }),
  ]);
  const pages = () => browser.contexts().flatMap((context) => context.pages());
  const find = () => pages().find((page) => /^app:\/\/till\/(?!bell)/.test(page.url()));
  await expect.poll(() => find() !== undefined).toBe(true);
  const page = find();
  if (!page) throw new Error('The packed till has no page');
  return {
    page,
    startAgain: (args, env) => ended(start(args, env)),
    async remove() {
      if (till.pid) process.kill(-till.pid, 'SIGTERM');
      await outcome;
      await home.remove();
    },
  };
}
