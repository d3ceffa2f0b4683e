import { expect } from 'playwright/test';
import { antdSignIn, limits, weighScripts } from '../support/browser/script-weight.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { card, signIn } from '../support/shop/shift.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

test('the sign-in page takes at most 6 scripts and half the weight of one made with antd (M10)', async ({
  page,
  platform,
}) => {
  const weight = weighScripts(page);
  await page.goto(`${platform.origin}/sign-in`);
  await expect(page.getByLabel('Password')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { count, bytes } = await weight();
  expect(count).toBeGreaterThan(0);
  expect(count).toBeLessThanOrEqual(limits.signInScripts);
  expect(bytes).toBeLessThanOrEqual(antdSignIn * limits.signInShareOfAntd);
});

test('to the first usable board, from nothing, weighs less than another dashboard’s sign-in (M13)', async ({
  page,
  browser,
  platform,
}) => {
  await (await sellerApi(platform)).start();
  await platform.placeOrder();
  await page.goto(platform.origin);
  await signIn(page, platform);
  const cold = await browser.newContext({ storageState: await page.context().storageState() });
  const board = await cold.newPage();
  const weight = weighScripts(board);
  await board.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);
  await expect(card(board, 1).getByRole('button', { name: 'Accept order 1' })).toBeEnabled();
  await board.waitForLoadState('networkidle');
  const { count, bytes } = await weight();
  expect(count).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(limits.board);
  await cold.close();
});

test('until a guest pays, their pages take at most 60 KB of script (D69)', async ({ page, platform }) => {
  await (await sellerApi(platform)).listen();
  const weight = weighScripts(page);
  await page.goto(`${platform.origin}/o/${platform.outletId}`);
  await page.getByRole('button', { name: 'Add Americano' }).click();
  await page.getByRole('button', { name: /^Basket/ }).click();
  await expect(page.getByRole('link', { name: 'Go to pay' })).toBeVisible();
  await page.waitForLoadState('networkidle');
  const { count, bytes } = await weight();
  expect(count).toBeGreaterThan(0);
  expect(bytes).toBeLessThanOrEqual(limits.guest);
  console.log(`A guest's scripts before the pay step: ${bytes} bytes in ${count} files`);
});
