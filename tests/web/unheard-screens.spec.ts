import { expect, type Page } from 'playwright/test';
import type { TestPlatform } from '../support/shop/platform.ts';
import { withoutLoudspeaker } from '../support/browser/without-loudspeaker.ts';
import { sendToken } from '../support/browser/kept-sign-in.ts';
import { fillSignIn, openLive, startTrading } from '../support/shop/shift.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';

/** Opens the live board; the page. */
async function onTheBoard(page: Page): Promise<Page> {
  await openLive(page);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
  return page;
}
const told = (page: Page) => page.getByRole('status').filter({ hasText: 'hear orders of The Old Ferry' });
/** Ends its sign-in as another program would, with its own token. */
async function endSignIn(page: Page, { origin }: TestPlatform): Promise<void> {
  const refreshToken = await page.evaluate(() =>
    Object.entries(localStorage)
      .filter(([key]) => key.toLowerCase().includes('refresh'))
      .map(([, value]) => String(value))
      .at(0),
  );
  expect(await sendToken(origin, 'sign-out', refreshToken)).toBe(200);
}

test('a silent tab that is loaded anew is told of once, and not at all as soon as it is closed (D74)', async ({
  signedIn: page,
  elsewhere,
}) => {
  await startTrading(page);
  const silent = await onTheBoard(await elsewhere({ prepare: withoutLoudspeaker }));
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
  signedIn: page,
  platform,
  elsewhere,
}) => {
  await startTrading(page);
  const left = await onTheBoard(await elsewhere());
  const ended = await onTheBoard(await elsewhere());
  await left.getByRole('button', { name: 'Sign out' }).first().click();
  await left.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await left.waitForURL(`${platform.origin}/`);
  await endSignIn(ended, platform);
  await expect(told(page)).toContainText('1 screen does not hear orders');
  await expect(told(page)).toContainText('signed out');
  await expect(ended.getByText('Orders of The Old Ferry are not heard here.')).toBeVisible();
  await fillSignIn(ended, platform);
  await openLive(ended);
  await expect(told(page)).toBeHidden();
});
