import { expect, type Page } from 'playwright/test';
import type { Item } from '#shared/api/catalogs.ts';
import {
  addItem,
  button,
  categories,
  dialog,
  firstCatalog,
  handle,
  items,
  names,
  openEditor,
  saved,
  ownCatalog as test,
} from '../support/shop/catalog-editing.ts';
import { killableBrowser } from '../support/browser/killable-browser.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { openSignedIn } from '../support/shop/shift.ts';
import { sellerApi, type SellerApi } from '../support/shop/seller-api.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.slow();

const offlineMark = (page: Page) => page.getByText('Offline, kept here', { exact: true });

async function setCost(page: Page, item: string, cost: string): Promise<void> {
  await button(page, `Edit ${item}`).click();
  await dialog(page, 'Edit item').getByLabel('Cost').fill(cost);
  await dialog(page, 'Edit item').getByRole('button', { name: 'Save' }).click();
  await expect(dialog(page, 'Edit item')).toBeHidden();
}

async function itemNamed(api: SellerApi, name: string): Promise<Item | undefined> {
  return (await firstCatalog(api)).categories.flatMap(({ list }) => list).find((item) => item.name === name);
}

test('a load that fails is an error with a Reload, and can never lead to a save (D35)', async ({
  editor: page,
  api,
}) => {
  const saves: string[] = [];
  page.on('request', (request) => {
    if (request.method() === 'PATCH') saves.push(request.url());
  });
  const before = await firstCatalog(api);
  for (const answer of [
    { status: 500, json: {} },
    { status: 200, json: {} },
    { status: 200, contentType: 'text/html', body: '<h1>Sign in to the wireless</h1>' },
  ]) {
    await page.route('**/api/sellers/catalogs**', (route) => route.fulfill(answer));
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
    await expect(categories(page)).toBeHidden();
    await expect(button(page, 'Add category')).toBeHidden();
    await page.unroute('**/api/sellers/catalogs**');
  }
  await looksRightEverywhere(page, 'editor failed');
  await button(page, 'Reload').click();
  await expect(saved(page)).toBeVisible();
  expect(saves).toEqual([]);
  expect(await firstCatalog(api)).toEqual(before);
});

test('two browsers, 80 interleaved edits: every one is there, and both screens equal the server (D35)', async ({
  browser,
  platform,
  api,
  catalogId,
}) => {
  // The unit test of the editor plays two hundred.
  test.setTimeout(900_000);
  const [first, second] = await Promise.all(
    ['one', 'two'].map(async (who) => {
      const context = await browser.newContext({ reducedMotion: 'reduce' });
      const page = await context.newPage();
      await openEditor(page, platform, catalogId);
      return { who, page };
    }),
  );
  if (!first || !second) throw new Error('Two pages were opened');
  const expected = new Map<string, number>();

  async function work({ who, page }: { who: string; page: Page }): Promise<void> {
    for (let edit = 0; edit < 40; edit += 1) {
      const name = `${who} ${edit}`;
      if (edit % 4 === 3) {
        const changed = `${who} ${edit - 1}`;
        await setCost(page, changed, `${edit}.50`);
        expected.set(changed, edit * 100 + 50);
      } else if (edit % 10 === 5 && who === 'one') {
        await handle(page, `${who} ${edit - 1}`).focus();
        await page.keyboard.press('Space');
        await page.keyboard.press('ArrowUp');
        await page.keyboard.press('Space');
        await expect(page.locator('[data-dragging]')).toHaveCount(0);
      } else {
        await addItem(page, name, `${edit}.00`);
        expected.set(name, edit * 100);
      }
    }
  }
  await Promise.all([work(first), work(second)]);
  for (const { page } of [first, second]) await expect(saved(page)).toBeVisible();

  const list = (await firstCatalog(api)).categories[0]?.list ?? [];
  const found = new Map(list.map(({ name, cost }) => [name, cost]));
  expect([...expected].filter(([name, cost]) => found.get(name) !== cost)).toEqual([]);
  const shown = list.map(({ name }) => name);
  for (const { page } of [first, second])
    await expect.poll(() => names(items(page, 'Small plates')), { timeout: 20_000 }).toEqual(shown);
});

test('both versions of what collides stand side by side; the rest is merged; the one chosen is saved (D35)', async ({
  editor: page,
  context,
  api,
  catalogId,
}) => {
  await context.setOffline(true);
  const theirs = await firstCatalog(api);
  const [plates] = theirs.categories;
  const changed = plates?.list.map((item) =>
    item.name === 'Whitebait'
      ? { ...item, cost: 800 }
      : item.name === 'Scotch egg'
        ? { ...item, cost: 700 }
        : item,
  );
  await api.call('PATCH', `/sellers/catalogs/${catalogId}`, {
    name: theirs.name,
    categories: [{ ...plates, list: changed }, ...theirs.categories.slice(1)],
  });
  await setCost(page, 'Whitebait', '9.00');
  await addItem(page, 'Only mine', '1.00');
  await expect(offlineMark(page)).toBeVisible();
  await context.setOffline(false);

  const choosing = dialog(page, 'A colleague changed the same things');
  await expect(choosing.getByRole('group', { name: 'Small plates › Whitebait › Price' })).toContainText(
    '£9.00',
  );
  await expect(choosing.getByRole('group')).toHaveCount(1);
  await expect(choosing.getByRole('group')).toContainText('£8.00');
  await looksRightEverywhere(page, 'editor collision');
  await expect(choosing.getByRole('button', { name: 'Save these' })).toBeDisabled();
  await button(page, 'Later').click();
  await expect(page.getByText('Changed by a colleague too')).toBeVisible();
  expect((await itemNamed(api, 'Whitebait'))?.cost, 'nothing is overwritten meanwhile').toBe(800);
  await button(page, 'Choose').click();
  await choosing.getByLabel('Yours').check();
  await choosing.getByRole('button', { name: 'Save these' }).click();
  await expect(saved(page)).toBeVisible();
  expect((await itemNamed(api, 'Whitebait'))?.cost).toBe(900);
  expect((await itemNamed(api, 'Scotch egg'))?.cost).toBe(700);
  expect((await itemNamed(api, 'Only mine'))?.cost).toBe(100);
  await expect(items(page, 'Small plates')).toContainText('£7.00');
});

test('the browser is killed in the middle of typing: nothing that was shown as kept is lost (D35)', async ({
  platform,
  catalogId,
}) => {
  const browser = await killableBrowser();
  try {
    const before = await browser.start();
    await openEditor(before, platform, catalogId);
    await platform.end('SIGKILL');
    await setCost(before, 'Whitebait', '9.25');
    await addItem(before, 'Made offline', '3.10');
    await expect(offlineMark(before)).toBeVisible();
    await button(before, 'Add item').first().click();
    await dialog(before, 'Add item').getByLabel('Name').pressSequentially('Half a na');
    await expect(before.getByText('Kept here until you save')).toBeVisible();
    await browser.kill();

    await platform.restart();
    const after = await browser.start();
    // A browser writes the sign-in to the disk only now and then; drafts are written at once.
    await openSignedIn(after, platform);
    await after.goto(`${platform.origin}/catalogs/${catalogId}/edit/`);
    await expect(dialog(after, 'Add item').getByLabel('Name')).toHaveValue('Half a na');
    await dialog(after, 'Add item').getByRole('button', { name: 'Cancel' }).click();
    await expect(saved(after)).toBeVisible();
    await expect(items(after, 'Small plates')).toContainText('Made offline');
    const api = await sellerApi(platform);
    expect((await itemNamed(api, 'Whitebait'))?.cost).toBe(925);
    expect((await itemNamed(api, 'Made offline'))?.cost).toBe(310);
    await after.reload();
    await expect(saved(after)).toBeVisible();
    await expect(dialog(after, 'Add item'), 'what was cancelled is gone').toBeHidden();
  } finally {
    await browser.remove();
  }
});

test('what was typed while the server was away is saved when it is back, though the screen was left (D35)', async ({
  editor: page,
  platform,
}) => {
  await platform.end('SIGKILL');
  await setCost(page, 'Whitebait', '9.75');
  await expect(offlineMark(page)).toBeVisible();
  await page.getByRole('link', { name: 'Payouts' }).click();
  await platform.restart();
  const api = await sellerApi(platform);
  await expect.poll(async () => (await itemNamed(api, 'Whitebait'))?.cost, { timeout: 30_000 }).toBe(975);
});
