import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chown, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium, type Browser, type Page } from 'playwright';
import { expect } from 'playwright/test';
import { freePort } from './free-port.ts';

/** The till as it is packed, in a process of its own: the fuses keep Playwright from it, so it is watched as a browser. */
export type PackedTill = {
  page: Page;
  /** Starts it once more on the same folder with other arguments and environment. */
  startAgain(args: string[], env?: Record<string, string>): Promise<{ code: number | null; errors: string }>;
  remove(): Promise<void>;
};

const asRoot = process.getuid?.() === 0;
/** Browsers keep their sandbox only where they are not root. */
const drop = asRoot ? ['setpriv', '--reuid=nobody', '--regid=nogroup', '--clear-groups'] : [];
const display = process.env['DISPLAY'] ? [] : ['xvfb-run', '-a', '-s', '-screen 0 1440x900x24 -ac'];

export async function openPackedTill(program: string, apiBase: string): Promise<PackedTill> {
  const home = await mkdtemp(path.join(tmpdir(), 'servery-packed-'));
  if (asRoot) await chown(home, 65_534, 65_534);
  const port = await freePort();
  const start = (args: string[], env: Record<string, string> = {}): ChildProcess => {
    const [command = '', ...rest] = [...drop, ...display, program, `--user-data-dir=${home}/data`, ...args];
    return spawn(command, rest, {
      // The whole group ends with it: the display and its server too.
      detached: true,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: {
        ...process.env,
        HOME: home,
        XDG_RUNTIME_DIR: home,
        XDG_CONFIG_HOME: `${home}/.config`,
        SERVERY_API_URL: apiBase,
        ...env,
      },
    });
  };
  const till = start([`--remote-debugging-port=${port}`]);
  let browser: Browser | undefined;
  await expect
    .poll(
      async () =>
        (browser = await chromium.connectOverCDP(`http://127.0.0.1:${port}`).catch(() => undefined)),
      { timeout: 60_000 },
    )
    .toBeDefined();
  const pages = () => browser?.contexts().flatMap((context) => context.pages()) ?? [];
  const find = () => pages().find((page) => /^app:\/\/till\/(?!bell)/.test(page.url()));
  await expect.poll(() => find() !== undefined).toBe(true);
  const page = find();
  if (!page) throw new Error('The packed till has no page');
  return {
    page,
    async startAgain(args, env) {
      const again = start(args, env);
      let errors = '';
      again.stderr?.setEncoding('utf8').on('data', (part: string) => (errors += part));
      const [code] = (await once(again, 'close')) as [number | null];
      return { code, errors };
    },
    async remove() {
      const ended = once(till, 'exit');
      if (till.pid) process.kill(-till.pid, 'SIGTERM');
      await ended;
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
