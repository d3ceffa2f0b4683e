import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { openTill } from '../support/till/till.ts';
import { alternate, median, row, type Row } from './measure.ts';
import { cpuOf, familyOf, memoryOf } from './processes.ts';

const ROUNDS = 5;
const ORDERS = 50;
const SETTLES_MS = 10_000;
const IDLE_MS = 30_000;

type Started = { startMs: number; memory: number; idleCpuPercent: number };
/** How many clocks the till's board shows, which are all that moves in an idle window. */
type Clocks = { clocks: number };

/** The till on its live board against a bare window, in one Electron version. */
export async function tillRows(): Promise<Row[]> {
  const platform = await startPlatform({}, []);
  const userData = await mkdtemp(path.join(tmpdir(), 'servery-bench-till-'));
  try {
    const seller = await sellerApi(platform);
    await seller.start();
    // Accepted, because a till that rings is not idle.
    for (let n = 0; n < ORDERS; n += 1) {
      const { order } = await platform.placeOrder();
      await seller.call('POST', `/sellers/orders/accept/${order.id}`);
    }
    await signInOnce(platform, userData);
    let clocks = 0;
    const { ours, floor } = await alternate(
      ROUNDS,
      async () => {
        const measured = await measureTill(platform, userData);
        ({ clocks } = measured);
        return measured;
      },
      () => measureBare(clocks),
    );
    const of = (samples: Started[], what: keyof Started) => median(samples.map((sample) => sample[what]));
    const megabytes = (samples: Started[]) => of(samples, 'memory') / 1e6;
    const idle = of(ours, 'idleCpuPercent');
    return [
      row('M16', 'till, start to the live board', of(ours, 'startMs'), of(floor, 'startMs'), 'ms', '<= 2'),
      row('M16', 'till, memory with 50 orders (PSS)', megabytes(ours), megabytes(floor), 'MB', '<= 1.2'),
      row('M16', 'till, idle with 50 orders, of 1 % of a core', idle, 1, '%', '<= 1'),
      row(
        'M16',
        `the same, of a bare window with ${clocks} clocks`,
        idle,
        of(floor, 'idleCpuPercent'),
        '%',
        '',
      ),
    ];
  } finally {
    await platform.stop();
    await rm(userData, { recursive: true, force: true });
  }
}

/** Prepares a till that opens on its live board at its next start. */
async function signInOnce(
  { origin, email, password, outletId }: TestPlatform,
  userData: string,
): Promise<void> {
  const till = await openTill(`${origin}/api`, { userData, keyring: true, graphics: true });
  const { page } = till;
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('link', { name: 'Outlets', exact: true }).click();
  await page.locator(`a[href="/outlets/${outletId}/trading-session"]`).first().click();
  await page.locator('article[data-order-number]').first().waitFor();
  await till.close();
}

async function measureTill({ origin }: TestPlatform, userData: string): Promise<Started & Clocks> {
  const began = performance.now();
  const till = await openTill(`${origin}/api`, { userData, keyring: true, graphics: true });
  await till.page.locator('article[data-order-number]').first().waitFor();
  const startMs = performance.now() - began;
  const clocks = await till.page.locator('[data-elapsed]').count();
  return { clocks, ...(await measure(till.app, startMs, () => till.close())) };
}

async function measureBare(clocks: number): Promise<Started> {
  const began = performance.now();
  const app = await _electron.launch({
    executablePath: process.env['ELECTRON_PATH'] ?? '',
    args: [path.resolve(import.meta.dirname, 'bare-window')],
  });
  const page: Page = await app.firstWindow();
  await page.getByText('Ready').waitFor();
  const startMs = performance.now() - began;
  await page.evaluate(showClocks, clocks);
  return measure(app, startMs, () => app.close());
}

/** Runs in the page: texts that change each second. */
function showClocks(count: number): void {
  const clocks = Array.from({ length: count }, () => {
    const clock = document.createElement('p');
    document.body.append(clock);
    return clock;
  });
  const tick = () => {
    for (const clock of clocks) clock.textContent = String(Math.floor(Date.now() / 1000));
    setTimeout(tick, 1000 - (Date.now() % 1000));
  };
  tick();
}

/** The till's memory and processor time at rest. */
async function measure(
  app: ElectronApplication,
  startMs: number,
  close: () => Promise<void>,
): Promise<Started> {
  const root = await app.evaluate(() => process.pid);
  await wait(SETTLES_MS);
  const family = await familyOf(root);
  const memory = await memoryOf(family);
  const before = await cpuOf(family);
  await wait(IDLE_MS);
  const idleCpuPercent = ((await cpuOf(family)) - before) / IDLE_MS / 0.01;
  await close();
  return { startMs, memory, idleCpuPercent };
}
