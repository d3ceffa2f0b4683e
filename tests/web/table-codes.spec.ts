import { expect, type Page } from 'playwright/test';
import type { Outlet } from '#shared/api/outlets.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { photographed, scanned } from '../support/browser/scan-codes.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';
import { line, type TestPlatform } from '../support/shop/platform.ts';
import { sellerApi } from '../support/shop/seller-api.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const outletPage = (platform: TestPlatform, place: string) =>
  `${platform.origin}/outlets/${platform.outletId}/${place}`;

async function showCards(page: Page, platform: TestPlatform, tables: string): Promise<void> {
  await page.goto(outletPage(platform, 'table-codes'));
  await page.getByLabel('Tables').fill(tables);
  await page.keyboard.press('Enter');
  await expect(page.getByRole('article').first()).toBeVisible();
}

/** Has the server answer this for the outlet. */
async function answerOutlet(page: Page, platform: TestPlatform, change: (outlet: Outlet) => object) {
  const seller = await sellerApi(platform);
  const json = change(await seller.call<Outlet>('GET', `/sellers/outlets/${platform.outletId}`));
  await page.route(/\/api\/sellers\/outlets\/[^/]+$/, (route) => route.fulfill({ json }));
}

const codeOf = (page: Page, what: string) => page.getByRole('img', { name: `Code of ${what}`, exact: true });

/** How many pages of paper the browser makes of the screen, and their size in points. */
async function onPaper(page: Page) {
  const pdf = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  const sizes = [...pdf.matchAll(/\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/g)].map(([, width, height]) => [
    Math.round(Number(width)),
    Math.round(Number(height)),
  ]);
  return { pages: sizes.length, sizes: [...new Set(sizes.map(String))] };
}

test('each card’s code is its own table’s: scanned as printed, and in a photo of it, an order is for that table (D69)', async ({
  signedIn: page,
  platform,
}) => {
  const seller = await sellerApi(platform);
  await seller.start();
  await showCards(page, platform, '1-8, Bar, Garden 3');
  await expect(page.getByRole('article')).toHaveCount(2);
  await looksRightEverywhere(page, 'table codes');

  await page.emulateMedia({ media: 'print' });
  const found = new Set<string>();
  const names = [...Array.from({ length: 8 }, (_, at) => `Table ${at + 1}`), 'Bar', 'Garden 3'];
  for (const named of names) {
    const card = page.getByRole('region', { name: named, exact: true });
    await expect(card).toContainText('Scan to order');
    const picture = await card.screenshot();
    const address = scanned(picture) ?? '';
    expect(address).toMatch(new RegExp(`^${platform.origin}/o/${platform.outletId}/t/[\\w-]+$`));
    expect(scanned(await photographed(page, picture, 640)), `a photo of ${named}`).toBe(address);
    const signedTable = address.slice(address.lastIndexOf('/') + 1);
    await seller.listen();
    const { order } = await platform.placeOrder({
      items: [line(platform.menu, 'Americano')],
      tableNumber: undefined,
      signedTable,
    });
    expect(order.tableNumber).toBe(named.replace(/^Table /, ''));
    found.add(address);
  }
  expect(found.size).toBe(names.length);
});

test('cards print on whole A4 pages, eight on each, with nothing else; the poster on one (D69)', async ({
  signedIn: page,
  platform,
}) => {
  // A band on the screen takes no paper.
  const since = new Date().toISOString();
  const unheard = { id: 'o1', orderNumber: 41, tableNumber: '7', outletId: platform.outletId, since };
  const orders = [{ ...unheard, outletName: 'The Old Ferry' }];
  await page.route('**/api/sellers/unattended', (route) =>
    route.fulfill({ json: { orders, outlets: [], screens: [] } }),
  );
  await showCards(page, platform, '1-17');
  await expect(page.getByText('has rung on no till')).toBeVisible();
  const a4 = { sizes: ['595,842'] };
  expect(await onPaper(page)).toEqual({ pages: 3, ...a4 });
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('heading', { name: 'QR Codes' })).toBeHidden();
  await expect(page.getByRole('button', { name: 'Print' })).toBeHidden();
  await page.emulateMedia({ media: 'screen' });

  await page.getByLabel('One poster').check();
  await expect(codeOf(page, 'The Old Ferry')).toBeVisible();
  await looksRightEverywhere(page, 'poster');
  expect(await onPaper(page)).toEqual({ pages: 1, ...a4 });
  const picture = await codeOf(page, 'The Old Ferry').screenshot();
  expect(scanned(picture)).toBe(`${platform.origin}/o/${platform.outletId}`);
});

test('the longest names stay on their card and on the poster', async ({ signedIn: page, platform }) => {
  const name = 'The Worshipful Company of Wherrymen’s Tap Room '.repeat(3).slice(0, 120);
  await answerOutlet(page, platform, (outlet) => ({ ...outlet, name }));
  const longest = 'W'.repeat(20);
  await showCards(page, platform, `${longest}, 12345, The snug upstairs 3`);
  const overflow = () =>
    page.getByRole('article').evaluateAll((sheets) =>
      sheets
        .flatMap((sheet) => [sheet, ...sheet.querySelectorAll('*')])
        .map((part) => {
          const box = part.getBoundingClientRect();
          const within = (part.closest('section, article') ?? part).getBoundingClientRect();
          return Math.max(box.bottom - within.bottom, box.right - within.right, within.top - box.top);
        })
        .filter((beyond) => beyond > 1),
    );
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('region', { name: longest })).toBeVisible();
  expect(await overflow()).toEqual([]);
  await page.emulateMedia({ media: 'screen' });
  await page.getByLabel('One poster').check();
  await expect(page.getByText('Open your phone’s camera')).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  expect(await overflow()).toEqual([]);
});

test('what is no table is said beside the field, and codes that no phone can open are named', async ({
  signedIn: page,
  platform,
}) => {
  await page.goto(outletPage(platform, 'table-codes'));
  await page.getByRole('button', { name: 'Show the cards' }).click();
  await expect(page.getByText('Please name a table')).toBeVisible();
  await page.getByLabel('Tables').fill('20-1');
  await page.keyboard.press('Enter');
  await expect(page.getByText('20-1 goes backwards')).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  await page.getByLabel('Tables').fill('1');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/No phone can open these codes/)).toContainText(new URL(platform.origin).host);
});

test('the outlet’s page has the address of its guests’ page, and a switch that the server keeps', async ({
  signedIn: page,
  platform,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const seller = await sellerApi(platform);
  const kept = async () =>
    (await seller.call<{ guestPage: boolean }>('GET', `/sellers/outlets/${platform.outletId}`)).guestPage;
  await page.goto(outletPage(platform, 'manage'));
  const section = page.getByRole('region', { name: 'Guest page' });
  const address = `${platform.origin}/o/${platform.outletId}`;
  await expect(section.getByLabel('Address of the page', { exact: true })).toHaveValue(address);
  const open = (what: string) => section.getByRole('link', { name: `Open ${what}` });
  await expect(open('address of the page')).toHaveAttribute('href', address);
  await section.getByRole('button', { name: 'Copy address of the page' }).click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(address);
  await section.scrollIntoViewIfNeeded();
  await looksRightEverywhere(page, 'guest page section');
  const opened = context.waitForEvent('page');
  await open('pick-up screen').click();
  const television = await opened;
  expect(television.url()).toBe(`${address}/screen`);
  await expect(television.getByRole('heading', { level: 1 })).toHaveText('The Old Ferry');
  await television.close();

  const onOff = section.getByRole('switch');
  await onOff.click();
  await expect(section.getByRole('link', { name: 'QR codes for tables' })).toBeHidden();
  await expect(open('pick-up screen')).toBeHidden();
  await expect.poll(kept).toBe(false);
  await page.goto(outletPage(platform, 'table-codes'));
  await expect(page.getByText('The guest page of this outlet is switched off')).toBeVisible();

  await page.goto(outletPage(platform, 'manage'));
  await onOff.click();
  await section.getByRole('link', { name: 'QR codes for tables' }).click();
  await expect(page.getByRole('heading', { name: 'QR Codes' })).toBeVisible();
  expect(await kept()).toBe(true);
});

test('a server that knows no page for guests shows nothing of it (D2)', async ({
  signedIn: page,
  platform,
}) => {
  await answerOutlet(page, platform, ({ guestPage: _unknown, ...outlet }) => outlet);
  await page.goto(outletPage(platform, 'manage'));
  await expect(page.getByRole('heading', { name: 'When nobody answers' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Guest page' })).toBeHidden();
  await page.goto(outletPage(platform, 'table-codes'));
  await expect(page.getByText('This server has no page for guests')).toBeVisible();
});
