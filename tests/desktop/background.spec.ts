import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { expect } from 'playwright/test';
import { needsNotifications } from '../support/till/notifications.ts';
import { faultsHeard, listenToTheBell } from '../support/till/rings.ts';
import { card, playOneOrder, signInAndTrade, stopTrading } from '../support/shop/shift.ts';
import { actThatEnds, type Till } from '../support/till/till.ts';
import { SLOW_S } from '../support/runner/waits.ts';
import { ownTill as test } from '../support/till/own-till.ts';
import { answerDialogs } from '../support/till/till-printers.ts';

type Noted = { shown: string[]; badges: number[]; raised: number; click(): void };

/** Writes down what the system is asked for; `click` is the person's press on the last notification. */
async function noteAlerts({ app }: Till): Promise<() => Promise<Omit<Noted, 'click'>>> {
  await app.evaluate(({ app, BrowserWindow, Notification }) => {
    const noted: Noted = { shown: [], badges: [], raised: 0, click: () => undefined };
    Object.assign(globalThis, { noted });
    Notification.prototype.show = function show() {
      noted.shown.push(`${this.title}: ${this.body}`);
      noted.click = () => void this.emit('click', {});
    };
    app.setBadgeCount = (count) => noted.badges.push(count ?? 0) > 0;
    const [window] = BrowserWindow.getAllWindows();
    if (window) window.focus = () => void (noted.raised += 1);
  });
  return () =>
    app.evaluate(() => {
      const { shown, badges, raised } = (globalThis as unknown as { noted: Noted }).noted;
      return { shown, badges, raised };
    });
}

const minimise = ({ app }: Till) =>
  app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    // Without a window manager a window cannot be minimised; hiding it has the same effect.
    window?.minimize();
    window?.hide();
  });
const isSeen = ({ app }: Till) =>
  app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());

test('a shift with the window minimised: it rings, announces, counts, and a press on the notification opens the order (D34)', async ({
  platform,
  till,
}) => {
  const { page, app } = till;
  await needsNotifications(app);
  const heard = await listenToTheBell(app);
  const noted = await noteAlerts(till);
  await signInAndTrade(page, platform);
  await minimise(till);
  const { order } = await platform.placeOrder();
  await expect.poll(async () => (await heard()).length).toBeGreaterThan(1);
  expect((await heard()).every(({ orderIds }) => orderIds.join() === order.id)).toBe(true);
  expect(await noted()).toEqual({
    shown: [`New order ${order.orderNumber}: table 7, 1 item`],
    badges: expect.arrayContaining([1]) as number[],
    raised: 0,
  });

  await app.evaluate(() => (globalThis as unknown as { noted: Noted }).noted.click());
  await expect(page).toHaveURL(new RegExp(`/trading-session\\?order=${order.id}$`));
  await expect.poll(() => isSeen(till)).toBe(true);
  await minimise(till);
  await card(page, order.orderNumber)
    .getByRole('button', { name: `Accept order ${order.orderNumber}` })
    .click();
  await expect.poll(async () => (await noted()).badges.at(-1)).toBe(0);
  const rungForAnother = async () =>
    (await heard()).some(({ orderIds }) => orderIds.some((id) => id !== order.id));
  await playOneOrder(page, platform, () => expect.poll(rungForAnother).toBe(true));
});

test('the computer stays awake and the till open exactly while the outlet trades', async ({
  platform,
  till,
}) => {
  const { page, app } = till;
  await app.evaluate(({ powerSaveBlocker }) => {
    const awake: string[] = [];
    Object.assign(globalThis, { awake });
    powerSaveBlocker.start = (type) => awake.push(type);
    powerSaveBlocker.stop = () => awake.push('stopped') > 0;
  });
  // What trading needs is checked before it starts, and that tries the lock and lets it go.
  const awake = () =>
    app.evaluate(() => {
      const { awake: calls } = globalThis as unknown as { awake: string[] };
      const [stopped, started] = [true, false].map((is) =>
        calls.filter((call) => (call === 'stopped') === is),
      );
      return { locks: (started?.length ?? 0) - (stopped?.length ?? 0), kind: started?.at(-1) };
    });
  await signInAndTrade(page, platform);
  await expect.poll(awake).toEqual({ locks: 1, kind: 'prevent-display-sleep' });
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  await stopTrading(page, platform, 0);
  await expect.poll(awake).toMatchObject({ locks: 0 });
  const closed = app.waitForEvent('close');
  await actThatEnds(
    app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close()),
    closed,
  );
});

test('quitting in mid-shift is asked, and the system’s word to end is not', async ({ platform, till }) => {
  const { page, app } = till;
  await signInAndTrade(page, platform);
  const asked = await app.evaluate(async ({ app: electron, dialog }) => {
    const questions: string[] = [];
    const answered = new Promise<void>((resolve) => {
      dialog.showMessageBox = async (...given: unknown[]) => {
        const { message, detail, buttons } = given.at(-1) as Electron.MessageBoxOptions;
        questions.push(`${message} ${detail} ${buttons?.join(' / ')}`);
        resolve();
        return { response: 0, checkboxChecked: false };
      };
    });
    electron.quit();
    await answered;
    return questions;
  });
  expect(asked).toEqual([
    'The Old Ferry is trading. New orders will not be heard on this computer. Stay / Quit',
  ]);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  const closed = app.waitForEvent('close');
  process.kill(await app.evaluate(() => process.pid), 'SIGTERM');
  await closed;
});

test('muted while trading is said on every screen, and a press brings the sound back; a lost server sounds like no order (D34)', async ({
  platform,
  till,
}) => {
  const { page, app } = till;
  const heard = await listenToTheBell(app);
  await signInAndTrade(page, platform);
  await page.getByRole('link', { name: 'Settings' }).click();
  const volume = page.getByRole('slider', { name: 'Volume' });
  await page.getByRole('radio', { name: 'Alarm' }).check();
  await page.getByRole('button', { name: 'Test the ring' }).click();
  await expect
    .poll(async () => (await heard()).at(-1))
    .toMatchObject({ sound: 'alarm', volumePercent: 80, orderIds: [] });
  await volume.fill('0');
  const muted = page.getByRole('alert').filter({ hasText: 'MUTED' });
  await expect(muted).toBeVisible();
  await page.getByRole('link', { name: 'Catalogs' }).click();
  await muted.getByRole('button', { name: 'Sound on' }).click();
  await expect(muted).toBeHidden();
  const lostAt = Date.now();
  await platform.end('SIGKILL');
  await expect.poll(async () => (await heard()).at(-1)?.sound).toBe('fault');
  expect((await faultsHeard(app))[0]).toBeLessThan(lostAt + (10 + SLOW_S) * 1000);
});

test('a till that was muted in the tray sounds as loud as before once “Sound on” is pressed', async ({
  platform,
  till,
  startTill,
}) => {
  await till.close();
  const kept = JSON.parse((await till.files()).get('settings.json') ?? '{}') as object;
  const muted = { ...kept, preferences: { volumePercent: 0 }, mutedPercent: 40 };
  await writeFile(path.join(till.userData, 'settings.json'), JSON.stringify(muted));
  const { page } = await startTill({ userData: till.userData });
  await signInAndTrade(page, platform);
  await page.getByRole('button', { name: 'Sound on' }).click();
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('slider', { name: 'Volume' })).toHaveValue('40');
});

test('what a person chose is there at the next start, and the window comes forward where they want it to', async ({
  platform,
  till,
  startTill,
}) => {
  const { page } = till;
  await page.getByRole('link', { name: 'Connection' }).click();
  await page.getByRole('radio', { name: 'Dark', exact: true }).check();
  await page.getByRole('radio', { name: '125 %' }).check();
  await page.getByRole('switch', { name: /Bring the window/ }).check();
  await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(15, 20, 25)');
  await till.close();
  till = await startTill({ userData: till.userData });
  await expect(till.page.locator('body')).toHaveCSS('background-color', 'rgb(15, 20, 25)');
  await expect
    .poll(() =>
      till.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.webContents.getZoomFactor()),
    )
    .toBeCloseTo(1.25);
  const noted = await noteAlerts(till);
  await signInAndTrade(till.page, platform);
  await minimise(till);
  await platform.placeOrder();
  await expect.poll(() => isSeen(till)).toBe(true);
  expect((await noted()).raised).toBe(1);
});

test('the log is exported with one press, and has nothing secret in it (E26)', async ({ platform, till }) => {
  const { page, app } = till;
  await app.evaluate(({ shell }) => {
    shell.showItemInFolder = () => undefined;
  });
  await signInAndTrade(page, platform);
  await page.getByRole('link', { name: 'Settings' }).click();
  await page.getByRole('button', { name: 'Export the log' }).click();
  const toast = await page.getByText('The log was saved as').textContent();
  const log = await readFile(toast?.split(' as ')[1] ?? '', 'utf8');
  expect(log).toContain('Started: ');
  expect(log).toContain('The Old Ferry: connected, trading');
  expect(log).not.toMatch(/eyJ|@servery\.test|servery-demo/);
});

test('a computer that shows no notifications says so in Settings (E30)', async ({ till }) => {
  const { app, page } = till;
  const connection = { name: 'Connection' };
  const said = 'This computer shows no notifications';
  await page.getByRole('link', connection).click();
  await expect(page.getByRole('heading', { name: 'Sounds' })).toBeVisible();
  const supported = await app.evaluate(({ Notification }) => {
    const now = Notification.isSupported();
    Notification.isSupported = () => false;
    return now;
  });
  await expect(page.getByText(said)).toHaveCount(supported ? 0 : 1);
  // A page knows its setting from its start.
  await answerDialogs(till, 1);
  const opened = app.waitForEvent('window');
  await actThatEnds(page.getByRole('button', { name: 'Test and save' }).click(), opened);
  const next = await opened;
  await next.getByRole('link', connection).click();
  await expect(next.getByText(said)).toBeVisible();
});
