import { expect, test } from 'playwright/test';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { listenToTheBell } from '../support/rings.ts';
import { card, signIn, startTrading } from '../support/shift.ts';
import { actThatEnds, openTill, type Till } from '../support/till.ts';

let platforms: TestPlatform[];
let till: Till;
test.beforeEach(async () => {
  platforms = [await startPlatform()];
});
test.afterEach(async () => {
  await till.remove();
  await Promise.all(platforms.map((platform) => platform.stop()));
});

test('D34 the bell sounds before anybody has touched the page', async () => {
  till = await openTill(`${platforms[0]?.origin}/api`);
  // Asked by the main process alone: whatever Playwright does in a page counts as a press there.
  const state = () =>
    till.app.evaluate(async ({ webContents }) => {
      const bell = webContents.getAllWebContents().find((page) => page.getURL().endsWith('/bell.html'));
      return String(await bell?.executeJavaScript('(globalThis.bell ??= new AudioContext()).state'));
    });
  await expect.poll(state).toBe('running');
});

test('D4 D34 after a change of server the till rings for the new one', async () => {
  const [first] = platforms;
  const second = await startPlatform();
  platforms.push(second);
  till = await openTill(`${first?.origin}/api`);
  await till.page.getByRole('link', { name: 'Connection' }).click();
  await till.page.getByLabel('Address of the server').fill(`${second.origin}/api/`);
  const opened = till.app.waitForEvent('window');
  await actThatEnds(till.page.getByRole('button', { name: 'Test and save' }).click(), opened);
  const page = await opened;
  await signIn(page, second);
  await startTrading(page);
  const heard = await listenToTheBell(till.app);
  const { order } = await second.placeOrder();
  await expect.poll(async () => (await heard()).map(({ orderIds }) => orderIds)).toContainEqual([order.id]);
  await card(page, order.orderNumber)
    .getByRole('button', { name: `Accept order ${order.orderNumber}` })
    .click();
  await expect(card(page, order.orderNumber)).toContainText('Waiting');
  expect(await till.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('E29 D34 a page that crashes comes back signed in, to the same outlet; one that crashes again says so; the ring goes on', async () => {
  const [platform] = platforms;
  if (!platform) throw new Error('No platform');
  till = await openTill(`${platform.origin}/api`);
  await signIn(till.page, platform);
  await startTrading(till.page);
  const { order } = await platform.placeOrder();
  await expect(card(till.page, order.orderNumber)).toBeVisible();

  const heard = await listenToTheBell(till.app);
  const ringsOn = async () => {
    const before = (await heard()).length;
    await expect.poll(async () => (await heard()).slice(before).at(0)?.orderIds).toEqual([order.id]);
  };
  // Playwright gives a crashed page up; from here on the main process is asked what the page shows.
  const crash = () =>
    till.app.evaluate(
      ({ BrowserWindow }) =>
        new Promise<void>((loaded) => {
          const contents = BrowserWindow.getAllWindows()[0]?.webContents;
          contents?.once('did-finish-load', () => loaded());
          contents?.forcefullyCrashRenderer();
        }),
    );
  const inPage = (script: string) =>
    till.app.evaluate(async ({ BrowserWindow }, run) => {
      const [window] = BrowserWindow.getAllWindows();
      return String(await window?.webContents.executeJavaScript(run));
    }, script);

  await crash();
  await expect.poll(() => inPage('document.body.innerText')).toContain('Table 7');
  await ringsOn();

  await crash();
  expect(await inPage('document.body.innerText')).toContain('The screen has stopped');
  await ringsOn();
  await inPage("document.querySelector('a').click()");
  await expect.poll(() => inPage('document.body.innerText')).toContain('Table 7');
});

test('D33 the till tells the server what it received, rang for and was opened', async () => {
  const [platform] = platforms;
  if (!platform) throw new Error('No platform');
  till = await openTill(`${platform.origin}/api`);
  await signIn(till.page, platform);
  await startTrading(till.page);
  const { order } = await platform.placeOrder();
  await card(till.page, order.orderNumber).locator('.card-open').click();
  const timeline = till.page.getByRole('list', { name: 'Timeline' });
  for (const stage of ['Received', 'Alerted', 'Opened']) await expect(timeline).toContainText(stage);
});

test('E29 a page that hangs is started again where the person says so, and left alone where they wait', async () => {
  till = await openTill(`${platforms[0]?.origin}/api`);
  await expect(till.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  const [waited, startedAgain] = await till.app.evaluate(async ({ BrowserWindow, dialog }) => {
    const [window] = BrowserWindow.getAllWindows();
    const contents = window?.webContents;
    const answer = async (response: number) => {
      const asked = new Promise<void>((resolve) => {
        dialog.showMessageBox = async () => {
          resolve();
          return { response, checkboxChecked: false };
        };
      });
      window?.emit('unresponsive');
      await asked;
      return contents?.isCrashed();
    };
    const loaded = new Promise<void>((resolve) => contents?.once('did-finish-load', () => resolve()));
    const afterWaiting = await answer(1);
    await answer(0);
    await loaded;
    return [afterWaiting, contents?.getURL()];
  });
  expect(waited).toBe(false);
  expect(startedAgain).toBe('app://till/');
});
