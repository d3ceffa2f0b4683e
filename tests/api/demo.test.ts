import { spawn } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Outlet } from '#shared/api/outlets.ts';
import type { Order } from '#shared/api/orders.ts';
import { demoAccounts } from '../../demo/seed.ts';
import { signInBeside } from '../support/browser/kept-sign-in.ts';

/** The settings of a real server in the same shell, whose database and money are none of the demo's. */
const ofAnother = {
  DATABASE_URL: 'postgres://servery@127.0.0.1:1/servery',
  REDIS_URL: 'redis://127.0.0.1:1',
  NODE_ENV: 'production',
};

/** Starts the demo; `printed` is what it has printed so far. */
async function startDemo(...args: string[]) {
  const temporary = await mkdtemp(path.join(tmpdir(), 'servery-demo-test-'));
  const demo = spawn(process.execPath, ['demo/main.ts', '--no-till', ...args], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...ofAnother, TMPDIR: temporary, PORT: '0', HOST: 'localhost' },
  });
  const ended = new Promise<number | null>((resolve) => demo.once('exit', resolve));
  onTestFinished(async () => {
    demo.kill();
    await ended;
    await rm(temporary, { recursive: true });
  });
  let text = '';
  demo.stdout.setEncoding('utf8').on('data', (part: string) => (text += part));
  const found = (pattern: RegExp) =>
    vi.waitUntil(() => pattern.exec(text)?.groups?.['at'], { timeout: 240_000 });
  return {
    demo,
    ended,
    temporary,
    printed: () => text,
    origin: await found(/runs at (?<at>http:\S+)\n/),
    /** Where a guest orders. */
    table: () => found(/as a guest: (?<at>\S+)\n/),
  };
}

it(
  'npm run demo: accounts, a trading outlet with customers, screens, and nothing left of it (D43)',
  { timeout: 300_000 },
  async () => {
    const { demo, ended, temporary, printed, origin, table } = await startDemo('--pace', '600');
    await vi.waitUntil(() => printed().includes('Ctrl-C ends everything'));
    for (const shown of Object.values(demoAccounts)) expect(printed()).toContain(shown);
    expect(origin).toMatch(/^http:\/\/localhost:\d+$/);
    expect(await (await fetch(`${origin}/sign-in`)).text()).toContain('<form');
    // It builds its screens for itself: a server that runs beside it keeps the files that it serves.
    const own = (await readdir(temporary)).find((name) => name.startsWith('servery-demo-'));
    expect(await readdir(path.join(temporary, own ?? '', 'dist'))).toEqual(['guest', 'web']);
    expect(await (await fetch(await table())).text()).toContain('Table 7');

    const as = async (email: string) => {
      const { accessToken } = await signInBeside(origin, email, demoAccounts.password);
      return (address: string) =>
        fetch(`${origin}/api${address}`, { headers: { authorization: `Bearer ${accessToken}` } });
    };
    const [seller, admin, pending] = [
      await as(demoAccounts.seller),
      await as(demoAccounts.admin),
      await as(demoAccounts.pending),
    ];
    const outlets = (await (await seller('/sellers/outlets')).json()) as Outlet[];
    expect(outlets.map(({ name }) => name).toSorted()).toEqual([
      'Ferry Café',
      'The Lighterman',
      'The Old Ferry',
    ]);
    expect((await admin('/admin/sellers')).status).toBe(200);
    expect((await pending('/sellers/outlets')).status).toBe(403);
    const ferry = outlets.find(({ name }) => name === 'The Old Ferry')?.id ?? '';
    const history = (await (await seller(`/sellers/outlets/${ferry}/trading-sessions`)).json()) as {
      tradingSessions: unknown[];
    };
    expect(history.tradingSessions).toHaveLength(8);
    const states = [
      demoAccounts.seller,
      demoAccounts.unconnected,
      demoAccounts.refused,
      demoAccounts.disconnected,
    ].map(async (email) => {
      const profile = (await (await (await as(email))('/sellers/profile')).json()) as Record<string, unknown>;
      return [typeof profile['stripeConnectId'], profile['stripeConnectError'] ?? null];
    });
    expect(await Promise.all(states)).toEqual([
      ['string', null],
      ['object', null],
      ['object', expect.stringContaining('expired')],
      ['object', expect.stringContaining('disconnected')],
    ]);
    await vi.waitUntil(
      async () =>
        ((await (await seller(`/sellers/outlets/${ferry}/orders`)).json()) as Order[]).some(
          ({ status }) => status === 'deliver_pending',
        ),
      { timeout: 20_000 },
    );

    demo.kill('SIGINT');
    expect(await ended).toBe(0);
    expect((await readdir(temporary)).filter((name) => name.startsWith('servery-'))).toEqual([]);
  },
);

it(
  'npm run dev: screens from their sources, guests’ pages on either address, and nothing left once its terminal is closed (D43)',
  { timeout: 300_000 },
  async () => {
    const { demo, ended, temporary, origin, table } = await startDemo('--dev', '--quiet');
    const html = { headers: { accept: 'text/html' } };
    expect(await (await fetch(`${origin}/sign-in`, html)).text()).toContain('/@vite/client');
    const address = await table();
    expect(await (await fetch(address)).text()).toContain('Table 7');
    const { pathname, search } = new URL(address);
    const asked = await fetch(`${origin}${pathname}${search}`, html);
    expect(await asked.text()).toContain('Table 7');

    demo.kill('SIGHUP');
    expect(await ended).toBe(0);
    expect((await readdir(temporary)).filter((name) => name.startsWith('servery-'))).toEqual([]);
  },
);
