import { expect, test, type Browser, type Page } from 'playwright/test';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { fillSignIn, openLive, openSignedIn, startTrading } from '../support/shop/shift.ts';

let platform: TestPlatform;
const pages: Page[] = [];
test.beforeEach(async () => {
  platform = await startPlatform();
});
test.afterEach(async () => {
  for (const page of pages.splice(0)) await page.context().close();
  await platform.stop();
});

/** On the live board, in a separate browser with its own sign-in. */
async function boardIn(browser: Browser, { loudspeaker }: { loudspeaker: boolean }): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  pages.push(page);
  if (!loudspeaker)
    await page.addInitScript(function withoutLoudspeaker() {
      MediaDevices.prototype.enumerateDevices = async () => [];
    });
  await openSignedIn(page, platform);
  await openLive(page);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  return page;
}
const told = (page: Page) => page.getByRole('status').filter({ hasText: 'hear orders of The Old Ferry' });
/** Ends its sign-in as another program would, with its own token. */
async function endSignIn(page: Page): Promise<void> {
  const refreshToken = await page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.toLowerCase().includes('refresh'))
      .map(([, value]) => String(value))
      .at(0),
  );
  const reply = await fetch(`${platform.origin}/api/sellers/sign-out`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ refreshToken }),
  });
  expect(reply.status).toBe(200);
}

test('a silent tab that is loaded anew is told of once, and not at all as soon as it is closed (D74)', async ({
  page,
  browser,
}) => {
  await openSignedIn(page, platform);
  await startTrading(page);
  const silent = await boardIn(browser, { loudspeaker: false });
  await expect(told(page)).toContainText('1 screen does not hear orders');
  await expect(told(page)).toContainText('no loudspeaker');
  await silent.reload();
  await expect(silent.getByText('Connected', { exact: true })).toBeVisible();
  await expect(silent.getByRole('alert').filter({ hasText: 'no loudspeaker' })).toBeVisible();
  await expect(told(page)).toContainText('1 screen does not hear orders');
  await silent.close();
  await expect(told(page)).toBeHidden();
});

test('a tab whose sign-in the server ends is named on the others until it is back; one whose person signs out is not (D72)', async ({
  page,
  browser,
}) => {
  await openSignedIn(page, platform);
  await startTrading(page);
  const [left, ended] = [
    await boardIn(browser, { loudspeaker: true }),
    await boardIn(browser, { loudspeaker: true }),
  ];
  await left.getByRole('button', { name: 'Sign out' }).first().click();
  await left.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await left.waitForURL(`${platform.origin}/`);
  await endSignIn(ended);
  await expect(told(page)).toContainText('1 screen does not hear orders');
  await expect(told(page)).toContainText('signed out');
  await expect(ended.getByText('Orders of The Old Ferry are not heard here.')).toBeVisible();
  await fillSignIn(ended, platform);
  await openLive(ended);
  await expect(told(page)).toBeHidden();
});
