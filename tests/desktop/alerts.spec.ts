import { expect, test, type Page } from 'playwright/test';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { card, signIn, startTrading } from '../support/shift.ts';
import { openTill, type Till } from '../support/till.ts';

let platforms: TestPlatform[];
let till: Till;
test.beforeEach(async () => {
  platforms = [await startPlatform()];
});
test.afterEach(async () => {
  await till.remove();
  await Promise.all(platforms.map((platform) => platform.stop()));
});

type WithTill = { till: { onRing(listener: () => void): () => void }; rings?: number };

/** How often this page has been told to ring, from now on. */
async function countRings(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const host = globalThis as unknown as WithTill;
    host.rings = 0;
    host.till.onRing(() => (host.rings = (host.rings ?? 0) + 1));
  });
  return () => page.evaluate(() => (globalThis as unknown as WithTill).rings ?? 0);
}

test('D34 the bell sounds before anybody has touched the page', async () => {
  till = await openTill(`${platforms[0]?.origin}/api`);
  // Asked by the main process alone: whatever Playwright does in a page counts as a press there.
  const state = () =>
    till.app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return String(
        await window?.webContents.executeJavaScript('(globalThis.bell ??= new AudioContext()).state'),
      );
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
  await till.page.getByRole('button', { name: 'Test and save' }).click();
  const page = await opened;
  await signIn(page, second);
  await startTrading(page);
  const rings = await countRings(page);
  const { order } = await second.placeOrder();
  await expect.poll(rings).toBeGreaterThan(0);
  await card(page, order.orderNumber)
    .getByRole('button', { name: `Accept order ${order.orderNumber}` })
    .click();
  await expect(card(page, order.orderNumber)).toContainText('Waiting');
  expect(till.app.windows()).toHaveLength(1);
});

test('E29 D34 a page that crashes comes back signed in, to the same outlet, and rings on', async () => {
  const [platform] = platforms;
  if (!platform) throw new Error('No platform');
  till = await openTill(`${platform.origin}/api`);
  await signIn(till.page, platform);
  await startTrading(till.page);
  const { order } = await platform.placeOrder();
  await expect(card(till.page, order.orderNumber)).toBeVisible();

  // Playwright gives a crashed page up; from here on the main process is asked what the page shows.
  await till.app.evaluate(({ BrowserWindow }) => {
    const after = { loaded: false, sent: [] as string[] };
    Object.assign(globalThis, { after });
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    if (!contents) return;
    contents.once('did-navigate', () => {
      const send = contents.send.bind(contents);
      contents.send = (channel, ...data) => {
        after.sent.push(channel);
        send(channel, ...data);
      };
    });
    contents.once('did-finish-load', () => (after.loaded = true));
    contents.forcefullyCrashRenderer();
  });
  const after = () =>
    till.app.evaluate(() => (globalThis as unknown as { after: { loaded: boolean; sent: string[] } }).after);
  const text = () =>
    till.app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return String(await window?.webContents.executeJavaScript('document.body.innerText'));
    });
  // A script sent to a page that is not there is never answered.
  await expect.poll(async () => (await after()).loaded).toBe(true);
  await expect.poll(text).toContain('Table 7');
  await expect.poll(async () => (await after()).sent).toContain('till:ring');
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
