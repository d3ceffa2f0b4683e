import { expect, type Page } from 'playwright/test';
import { looksRight } from '../support/browser/looks-right.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { openLive, openSignedIn, pressStart } from '../support/shop/shift.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

test.afterEach(async ({ platform }) => (await sellerApi(platform)).finish());

type Asked = { pressed: boolean }[];

/** A browser whose person gives this answer; null has no notifications at all. */
async function open(page: Page, platform: TestPlatform, given: NotificationPermission | null): Promise<void> {
  await page.addInitScript((given) => {
    if (given === null) return void Reflect.deleteProperty(globalThis, 'Notification');
    const answer = given;
    const asked: Asked = [];
    Object.assign(globalThis, { asked });
    class Fake extends EventTarget {
      static get permission() {
        return (sessionStorage.getItem('permission') ?? 'default') as NotificationPermission;
      }
      static async requestPermission() {
        asked.push({ pressed: navigator.userActivation.isActive });
        sessionStorage.setItem('permission', answer);
        return answer;
      }
      close() {}
    }
    Object.assign(globalThis, { Notification: Fake });
  }, given);
  await openSignedIn(page, platform);
}

const asked = (page: Page) => page.evaluate(() => (globalThis as unknown as { asked: Asked }).asked);
const said = (page: Page) => page.getByText('This browser shows no notifications');

async function start(page: Page): Promise<void> {
  await pressStart(page);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
}

/** Starts trading once more on the same page. */
async function startAgain(page: Page, platform: TestPlatform): Promise<void> {
  await (await sellerApi(platform)).finish();
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);
  await start(page);
}

test('whether notifications may be shown is asked by the press that starts trading, and not before', async ({
  page,
  platform,
}) => {
  await open(page, platform, 'granted');
  await openLive(page);
  await expect(page.getByRole('button', { name: 'Start Trading' })).toBeVisible();
  expect(await asked(page)).toEqual([]);
  await start(page);
  expect(await asked(page)).toEqual([{ pressed: true }]);
  await expect(said(page)).toBeHidden();
});

for (const answer of ['denied', null] as const)
  test(`notifications that are ${answer ?? 'unknown to the browser'} are told of once, and never again`, async ({
    page,
    platform,
  }) => {
    await open(page, platform, answer);
    await openLive(page);
    await start(page);
    await expect(said(page)).toBeVisible();
    await startAgain(page, platform);
    await page.getByRole('button', { name: 'Stop Trading' }).focus();
    await expect(said(page)).toBeHidden();
    if (answer !== null) expect(await asked(page), 'nor is it asked again').toEqual([]);
  });

test('who is about to trade with nothing on the menu is told so, and may', async ({ page, platform }) => {
  const seller = await sellerApi(platform);
  const outlet = `/sellers/outlets/${platform.outletId}`;
  const { catalogId } = await seller.call<{ catalogId: string }>('GET', outlet);
  const bare = await seller.call<{ id: string }>('POST', '/sellers/catalogs', { name: 'Winter menu' });
  const said = page.getByText('There is nothing on Winter menu yet: customers find an empty menu.');
  await open(page, platform, 'granted');
  await openLive(page);
  await expect(page.getByRole('button', { name: 'Start Trading' })).toBeVisible();
  await expect(said).toBeHidden();
  await seller.call('PATCH', `${outlet}/catalog/${bare.id}`);
  await page.reload();
  await expect(said).toBeVisible();
  await expect(page.getByRole('link', { name: 'Add items' })).toHaveAttribute(
    'href',
    `/catalogs/${bare.id}/edit/`,
  );
  await looksRight(page, 'about to trade with an empty menu');
  await start(page);
  await seller.call('PATCH', `${outlet}/catalog/${catalogId}`);
});
