import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import type { TillBridge } from '#shared/host/ipc.ts';
import { openLine, type Line } from '../support/servers/line.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { bellIsThere, faultsHeard, listenToTheBell } from '../support/till/rings.ts';
import { serverCommand } from '../support/servers/server-command.ts';
import { signInAndTrade } from '../support/shop/shift.ts';
import { actThatEnds, crashPage, inPage, openTill, type Till } from '../support/till/till.ts';
import { SLOW_S } from '../support/runner/waits.ts';

type Bridge = { till: TillBridge };

// Each has a server and a till of its own, and waits for what takes 15 to 40 s.
test.describe.configure({ mode: 'parallel' });

let platform: TestPlatform;
let till: Till;
let line: Line | null = null;
test.beforeEach(async () => {
  platform = await startPlatform();
});
test.afterEach(async () => {
  await till.remove();
  await line?.close();
  line = null;
  await platform.stop();
});

/** Why the till reports that it cannot sound. */
const silent = () => till.page.evaluate(() => (globalThis as unknown as Bridge).till.silent());

/** Places an order and waits until it has rung twice without a notification; the orders reported as alerted by then. */
async function alertedAfterTwoRings(): Promise<string[]> {
  await till.app.evaluate(({ Notification }) => {
    Notification.prototype.show = () => undefined;
  });
  const alerted = await till.page.evaluateHandle(() => {
    const heard: string[] = [];
    (globalThis as unknown as Bridge).till.onAlerted((orderIds) => heard.push(...orderIds));
    return heard;
  });
  await signInAndTrade(till.page, platform);
  const heard = await listenToTheBell(till.app);
  const { order } = await platform.placeOrder();
  const rings = async () => (await heard()).filter(({ orderIds }) => orderIds.includes(order.id)).length;
  await expect.poll(rings).toBeGreaterThan(1);
  return alerted.jsonValue();
}

test('a computer without a loudspeaker says so, and its rings are reported to nobody (D74)', async () => {
  till = await openTill(`${platform.origin}/api`, { loudspeaker: false });
  await expect.poll(silent).toBe('no-loudspeaker');
  expect(await alertedAfterTwoRings()).toEqual([]);
});

test('a computer with a loudspeaker reports what it rang for (D74)', async () => {
  till = await openTill(`${platform.origin}/api`);
  expect(await alertedAfterTwoRings()).not.toEqual([]);
  expect(await silent()).toBeNull();
});

const shown = () => inPage(till.app, 'document.body.innerText').catch(() => '');
/** Resolves once the page hangs. */
const hangPage = () =>
  till.app.evaluate(async ({ BrowserWindow }) => {
    const page = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!page) throw new Error('The till has no window');
    const hangs = new Promise((resolve) => page.once('console-message', resolve));
    void page.executeJavaScript("console.log('hangs'); for (;;);").catch(() => undefined);
    await hangs;
  });
/** How many seconds after `since` the fault first sounded. */
async function faultAfter(since: number): Promise<number> {
  const first = async () => (await faultsHeard(till.app)).find((at) => at >= since);
  await expect.poll(first, { timeout: 60_000 }).toBeDefined();
  return ((await first()) ?? Infinity) / 1000 - since / 1000;
}
const rangFor = async (heard: () => Promise<{ orderIds: string[] }[]>, orderId: string) =>
  (await heard()).some(({ orderIds }) => orderIds.includes(orderId));

test('a page that hangs while trading is heard of within 15 s, rings on, and is back with its orders within a minute', async () => {
  till = await openTill(`${platform.origin}/api`);
  await signInAndTrade(till.page, platform);
  const heard = await listenToTheBell(till.app);
  const { order: rung } = await platform.placeOrder({ tableNumber: '3' });
  await expect.poll(() => rangFor(heard, rung.id)).toBe(true);
  const hangsSince = await till.app.evaluate(() => Date.now());
  await hangPage();
  const { order } = await platform.placeOrder();
  const whileItHangs = async () => (await heard()).filter(({ at }) => at > hangsSince);
  const rings = async () =>
    (await whileItHangs()).filter(({ orderIds }) => orderIds.includes(rung.id)).length;
  await expect.poll(rings, 'two more rings of what waited').toBeGreaterThan(1);
  expect(await faultAfter(hangsSince)).toBeLessThan(15 + SLOW_S);
  expect(await rangFor(heard, order.id)).toBe(false);
  await expect.poll(() => rangFor(heard, order.id), { timeout: 40_000 }).toBe(true);
  await expect.poll(shown).toContain('Table 7');
  const faults = (await faultsHeard(till.app)).length;
  await expect.poll(async () => (await heard()).slice(-2).every(({ sound }) => sound !== 'fault')).toBe(true);
  expect(await faultsHeard(till.app)).toHaveLength(faults);
});

test('a page that crashes twice is heard of at once, opens again by itself after 30 s, and its window can be closed', async () => {
  till = await openTill(`${platform.origin}/api`);
  await signInAndTrade(till.page, platform);
  const heard = await listenToTheBell(till.app);
  await crashPage(till.app);
  await expect.poll(shown).toContain('Connected');
  expect(await faultsHeard(till.app)).toEqual([]);
  const stoppedSince = Date.now();
  await crashPage(till.app);
  await expect.poll(shown).toContain('It is opened again by itself after 30 seconds.');
  expect(await faultAfter(stoppedSince)).toBeLessThan(5 + SLOW_S);
  const { order } = await platform.placeOrder();
  await expect.poll(() => rangFor(heard, order.id), { timeout: 45_000 }).toBe(true);
  await expect.poll(shown).toContain('Table 7');
  await crashPage(till.app);
  await expect.poll(shown).toContain('It is opened again by itself after 60 seconds.');
  const closed = till.app.waitForEvent('close');
  await actThatEnds(
    till.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    closed,
  );
});

const log = () => readFile(path.join(till.userData, 'logs/till.log'), 'utf8');

test('a session that the server ends in mid-shift is heard until somebody signs in again (D72)', async () => {
  till = await openTill(`${platform.origin}/api`);
  await signInAndTrade(till.page, platform);
  await listenToTheBell(till.app);
  // Somebody changes the password, which ends all earlier sign-ins.
  await platform.end('SIGTERM');
  const { email, dataDir } = platform;
  const password = 'another password of the ferry';
  expect(await serverCommand('admin', ['password', email], { DATA_DIR: dataDir }, password)).toMatchObject({
    code: 0,
  });
  await platform.restart();
  const ended = async () => /^(?<at>\S+) The Old Ferry: signed out since/m.exec(await log())?.groups?.['at'];
  await expect.poll(ended, { timeout: 30_000 }).toBeDefined();
  // At the same moment; the log and the sound are recorded one after the other.
  expect(await faultAfter(Date.parse((await ended()) ?? '') - 1_000)).toBeLessThan(3 + SLOW_S);
  const notice = till.page.getByRole('alert').filter({ hasText: 'Orders of The Old Ferry are not heard' });
  await expect(notice).toBeVisible();
  expect(await faultAfter(Date.now())).toBeLessThan(10 + SLOW_S);

  await till.page.getByLabel('E-mail').fill(email);
  await till.page.getByLabel('Password').fill(password);
  await till.page.getByRole('button', { name: 'Sign in' }).click();
  await expect.poll(log).toMatch(/The Old Ferry: connected, trading\n$/);
});

/** Starts trading in a till over a connection that the test can break; the sign-in outlives the till. */
async function tradeOverLine(): Promise<{ base: string; line: Line }> {
  line = await openLine(Number(new URL(platform.origin).port));
  const base = `http://127.0.0.1:${line.port}/api`;
  till = await openTill(base, { keyring: true });
  await signInAndTrade(till.page, platform);
  return { base, line };
}
const band = () => till.page.getByRole('alert').filter({ hasText: 'new orders do not arrive here' });

for (const state of ['cut', 'silent'] as const)
  test(`a line that is ${state} is seen and heard within 15 s, and the next order is heard (D71)`, async () => {
    const { line: broken } = await tradeOverLine();
    const heard = await listenToTheBell(till.app);
    broken.be(state);
    const brokenAt = Date.now();
    // The last answer may have come just before.
    expect(await faultAfter(brokenAt)).toBeLessThan((state === 'cut' ? 10 : 15) + SLOW_S);
    await expect(band()).toBeVisible();
    const { order } = await platform.placeOrder();
    broken.be('well');
    await expect.poll(() => rangFor(heard, order.id), { timeout: 30_000 }).toBe(true);
    await expect(band()).toBeHidden();
  });

for (const state of ['cut', 'silent'] as const)
  test(`a start while the server is out of reach, the line ${state}, is seen and heard within 15 s for the outlet that traded last`, async () => {
    const { base, line: broken } = await tradeOverLine();
    const { userData } = till;
    await till.close();
    broken.be(state);
    till = await openTill(base, { keyring: true, userData });
    // The program's own start time depends on the machine.
    const startedAt = Date.now();
    await listenToTheBell(till.app);
    expect(await faultAfter(startedAt)).toBeLessThan(15 + SLOW_S);
    expect(await log()).toMatch(/The Old Ferry: not connected since .*, trading\n$/);
    await expect(band()).toBeVisible();
    expect((Date.now() - startedAt) / 1000).toBeLessThan(15 + SLOW_S);
  });

test('a bell that crashes is back for the next order, and what it rings for is reported', async () => {
  till = await openTill(`${platform.origin}/api`);
  await bellIsThere(till.app);
  await till.app.evaluate(
    ({ webContents }) =>
      new Promise<void>((loaded) => {
        const bell = webContents.getAllWebContents().find((page) => page.getURL().endsWith('/bell.html'));
        bell?.once('did-finish-load', () => loaded());
        bell?.forcefullyCrashRenderer();
      }),
  );
  expect(await alertedAfterTwoRings()).not.toEqual([]);
});

test('what fails unexpectedly in the main process is logged and said once; what waits rings on, and the next order, too (E29)', async () => {
  till = await openTill(`${platform.origin}/api`);
  await signInAndTrade(till.page, platform);
  const heard = await listenToTheBell(till.app);
  const { order: rung } = await platform.placeOrder();
  await expect.poll(() => rangFor(heard, rung.id)).toBe(true);
  await till.app.evaluate(({ dialog }) => {
    const said: string[] = [];
    Object.assign(globalThis, { said });
    dialog.showMessageBox = async (...asked: unknown[]) => {
      said.push((asked.at(-1) as { message: string }).message);
      return { response: 0, checkboxChecked: false };
    };
    setTimeout(() => void Promise.reject(new Error('a promise that nobody waits for')));
    for (const message of ['a mistake', 'another mistake'])
      setTimeout(() => {
        throw new TypeError(message);
      });
  });
  await expect.poll(log).toContain(' Unhandled rejection: Error: a promise that nobody waits for');
  for (const message of ['a mistake', 'another mistake'])
    await expect.poll(log).toContain(` Uncaught exception: TypeError: ${message}`);
  const said = await till.app.evaluate(() => (globalThis as unknown as { said: string[] }).said);
  expect(said).toEqual([expect.stringContaining('Something went wrong in the till.')]);
  const rings = (await heard()).length;
  const { order } = await platform.placeOrder();
  await expect.poll(() => rangFor(heard, order.id)).toBe(true);
  expect((await heard()).slice(rings).every(({ orderIds }) => orderIds.includes(rung.id))).toBe(true);
});
