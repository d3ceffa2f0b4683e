import { expect, type Page } from 'playwright/test';
import type { Catalog } from '#shared/api/catalogs.ts';
import { allergens } from '#shared/base/allergens.ts';
import { firstCatalog } from '../support/shop/catalog-editing.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';
import type { SellerApi } from '../support/shop/seller-api.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 360, height: 740 } });

const long = 'Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft';

/** The parts that are wider than their place, and the prices that are broken; the row of sections may be scrolled. */
const misfits = (page: Page) =>
  page.evaluate(() => {
    const scrolled = document.querySelector('nav[aria-label="Sections of the menu"]');
    const isSeen = (part: Element) => !scrolled?.contains(part) && part.clientHeight > 1;
    const parts = [...document.querySelectorAll('body *')].filter(isSeen);
    const broken = (part: Element) => {
      if (part.children.length > 0 || !/^\+?£[\d,.]+$/.test(part.textContent ?? '')) return false;
      const range = document.createRange();
      range.selectNodeContents(part);
      return new Set([...range.getClientRects()].map(({ top }) => top)).size > 1;
    };
    return parts
      .filter((part) => (part.scrollWidth > part.clientWidth + 1 ? part.clientWidth > 0 : broken(part)))
      .map((part) => `${part.className || part.tagName}: ${part.textContent?.slice(0, 40)}`);
  });

const option = { name: `${long} hot`, cost: 112_345, allergens };
const item = {
  name: `${long} pie`,
  cost: 123_456,
  note: long,
  allergens,
  modifiers: [
    { name: `${long} sauce`, kind: 'pickOne', note: long, list: [option, { name: 'ساخن', cost: 0 }] },
  ],
};

/** Makes the names of the outlet and of the first category of its menu long. */
async function makeLong(seller: SellerApi, outletId: string): Promise<void> {
  const { id, name, categories }: Catalog = await firstCatalog(seller);
  const later = { ...item, name: `${long} later`, hours: [{ days: ['mon'], from: '00:00', to: '00:01' }] };
  const category = { name: `${long} and more`, list: [item, later] };
  await seller.call('PATCH', `/sellers/catalogs/${id}`, { name, categories: [category, ...categories] });
  await seller.call('PATCH', `/sellers/outlets/${outletId}`, { name: `The ${long}` });
}

test('long names of outlets, categories, items and options, and a long reason, fit a phone of 360 px', async ({
  page,
  platform,
  seller,
}) => {
  await makeLong(seller, platform.outletId);
  await seller.listen();

  await page.goto(`${platform.origin}/o/${platform.outletId}`);
  const choose = page.getByRole('button', { name: `Choose ${item.name}` });
  await expect(choose).toBeVisible();
  expect(await misfits(page)).toEqual([]);
  const sections = page.getByRole('navigation', { name: 'Sections of the menu' });
  expect((await sections.getByRole('link').first().boundingBox())?.width).toBeLessThan(330);
  await choose.click();
  const sheet = page.getByRole('dialog', { name: item.name });
  await sheet.getByRole('radio').first().check();
  for (let more = 0; more < 9; more += 1) await sheet.getByRole('button', { name: /^One more/ }).click();
  expect(await misfits(page)).toEqual([]);
  await sheet.getByRole('button', { name: /^Add £/ }).click();
  await page.getByRole('button', { name: /^Basket/ }).click();
  const basket = page.getByRole('dialog', { name: 'Your basket' });
  await expect(basket.getByText('£23,580.10')).toHaveCount(2);
  expect(await misfits(page)).toEqual([]);
  await basket.getByRole('link', { name: 'Go to pay' }).click();
  await page.getByLabel('Your name').fill('Priya Raman');
  await page.getByLabel('Your table’s number').fill('7');
  expect(await misfits(page)).toEqual([]);
  await page.getByRole('button', { name: 'Pay £23,580.10' }).click();
  await expect(page.getByText('Sent. Waiting')).toBeVisible();
  const [order] = await seller.call<{ id: string }[]>('GET', `/sellers/outlets/${platform.outletId}/orders`);
  await seller.call('POST', `/sellers/orders/cancel/${order?.id}`, { forCustomer: `${long} is off` });
  await expect(page.getByText(`${long} is off`)).toBeVisible();
  expect(await misfits(page)).toEqual([]);
});
