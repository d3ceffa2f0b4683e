import { expect } from 'playwright/test';
import {
  addItem,
  button,
  categories,
  dialog,
  firstCatalog,
  items,
  names,
  saved,
  ownCatalog as test,
} from '../support/shop/catalog-editing.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.slow();

test('a menu is built from nothing, every popup of it, and what is missing is marked', async ({
  editor: page,
  platform,
  api,
}) => {
  await expect(page.getByText('Thames Taverns Ltd')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Summer menu' })).toBeVisible();
  await expect(page.getByText('v1.0.0', { exact: true })).toBeVisible();
  await looksRightEverywhere(page, 'editor');

  await page.goto(`${platform.origin}/catalogs`);
  await button(page, 'Add a catalog').click();
  await dialog(page, 'Add a catalog').getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog(page, 'Add a catalog').getByText('Please fill this in.')).toBeVisible();
  await dialog(page, 'Add a catalog').getByLabel('Name').fill('  Winter menu ');
  await dialog(page, 'Add a catalog').getByRole('button', { name: 'Add', exact: true }).click();
  await looksRightEverywhere(page, 'catalogs');
  await page.getByRole('link', { name: 'Edit Winter menu' }).click();
  await expect(page.getByText("You don't have any categories yet, start adding some below.")).toBeVisible();
  await looksRightEverywhere(page, 'editor empty');

  await button(page, 'Add category').first().click();
  await dialog(page, 'Add category').getByLabel('Name').fill('   ');
  await page.keyboard.press('Enter');
  await expect(dialog(page, 'Add category').getByLabel('Name')).toBeFocused();
  await expect(dialog(page, 'Add category').getByText('Please fill this in.')).toBeVisible();
  await dialog(page, 'Add category').getByLabel('Name').fill(' Mains ');
  await page.keyboard.press('Enter');
  await expect(page.getByText("You don't have any items yet, start adding some below.")).toBeVisible();
  await expect(categories(page).getByText('0 items')).toBeVisible();

  await button(page, 'Add item').first().click();
  const adding = dialog(page, 'Add item');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding.getByText('Please fill this in.')).toHaveCount(2);
  await expect(adding.getByLabel('Name')).toBeFocused();
  await adding.getByLabel('Name').fill('Ferry burger');
  await expect(adding.getByLabel('Cost')).toHaveAttribute('placeholder', '0.00');
  for (const [typed, shown] of [
    ['£1,234.5', '1,234.50'],
    ['12,50', '12.50'],
    ['0.29', '0.29'],
    ['abc', ''],
    ['1234567.1', '1,234,567.10'],
    ['14.5', '14.50'],
  ] as const) {
    await adding.getByLabel('Cost').fill(typed);
    await adding.getByLabel('Note').focus();
    if (typed === '1234567.1') continue; // More than anything may cost: it stays as typed, and is refused below.
    await expect(adding.getByLabel('Cost')).toHaveValue(shown);
  }
  await adding.getByLabel('Note').fill('Dry-aged beef, pickles, brioche');
  await adding.getByLabel('VAT rate').selectOption('20');
  await adding.getByLabel('Contains…').check();
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(adding.getByText('Please tick what it contains.')).toBeVisible();
  await adding.getByLabel('Gluten').check();
  await adding.getByLabel('wheat').check();
  await adding.getByLabel('Milk').check();
  await looksRightEverywhere(page, 'editor item form');
  await adding.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(items(page, 'Mains')).toContainText('£14.50');
  await expect(items(page, 'Mains')).toContainText('Contains: Gluten (wheat), Milk');
  await expect(items(page, 'Mains')).toContainText('VAT 20%');
  await expect(categories(page).getByText('1 item', { exact: true })).toBeVisible();

  await button(page, 'Modifiers of Ferry burger').click();
  await button(page, 'Add modifier').click();
  const asking = dialog(page, 'Add modifier');
  await asking.getByLabel('Name').fill('Cooked');
  await asking.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(asking.getByText('Please choose one.')).toBeVisible();
  await asking.getByLabel('Requirement').selectOption('Pick one');
  await asking.getByLabel('Notes').fill('How would you like it?');
  await asking.getByLabel('Option 1', { exact: true }).fill('Medium');
  await asking.getByLabel('Option 2', { exact: true }).fill('Well done');
  await asking.getByLabel('Cost of option 2').fill('0.5');
  await button(page, 'Add option').click();
  await looksRightEverywhere(page, 'editor modifier form');
  await asking.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(items(page, 'Mains')).toContainText('Well done +£0.50 · Allergens not stated');
  await looksRightEverywhere(page, 'editor modifiers');

  await expect(categories(page)).toContainText('Allergens: 1 of 3 stated');
  await button(page, 'State the rest').click();
  const stating = dialog(page, 'Allergens');
  await expect(stating).toContainText('Mains › Ferry burger › CookedMedium');
  await stating.getByLabel('None of the 14').check();
  await stating.getByRole('button', { name: 'Save and next' }).click();
  await expect(stating).toContainText('Mains › Ferry burger › CookedWell done');
  await stating.getByLabel('Contains…').check();
  await stating.getByLabel('Nuts', { exact: true }).check();
  await looksRightEverywhere(page, 'editor allergens');
  await stating.getByLabel('almonds').check();
  await stating.getByRole('button', { name: 'Save and next' }).click();
  await stating.getByRole('button', { name: 'Close' }).click();
  await expect(categories(page)).toContainText('Allergens stated for the whole menu');
  await expect(saved(page)).toBeVisible();

  const made = (await api.call<{ name: string; categories: unknown }[]>('GET', '/sellers/catalogs')).find(
    ({ name }) => name === 'Winter menu',
  );
  expect(made?.categories).toMatchObject([
    {
      name: 'Mains',
      list: [
        {
          name: 'Ferry burger',
          cost: 1450,
          note: 'Dry-aged beef, pickles, brioche',
          allergens: ['gluten', 'milk'],
          allergenKinds: ['wheat'],
          vatRate: 20,
          modifiers: [
            {
              name: 'Cooked',
              kind: 'pickOne',
              note: 'How would you like it?',
              list: [
                { name: 'Medium', cost: 0, containsNone: true },
                { name: 'Well done', cost: 50, allergens: ['nuts'], allergenKinds: ['almonds'] },
              ],
            },
          ],
        },
      ],
    },
  ]);
});

test('each thing is edited and, once it was asked, deleted', async ({ editor: page, api }) => {
  await button(page, 'Edit catalog name').click();
  await dialog(page, 'Edit catalog name').getByLabel('Name').fill('Spring menu');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { name: 'Spring menu' })).toBeVisible();

  const [first = '', second = ''] = await names(categories(page));
  await button(page, `Edit ${first}`).click();
  await dialog(page, 'Edit category').getByLabel('Name').fill('Renamed');
  await page.keyboard.press('Enter');
  await addItem(page, 'To go', '3');
  await button(page, 'Remove To go').click();
  await expect(page.getByText('Are you sure you want to delete "To go" item?')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click();
  await expect(items(page, 'Renamed')).toContainText('To go');
  await button(page, 'Remove To go').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(items(page, 'Renamed')).not.toContainText('To go');

  await button(page, `Remove ${second}`).click();
  await expect(page.getByText(`Are you sure you want to delete "${second}" category?`)).toBeVisible();
  await looksRightEverywhere(page, 'editor delete');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(saved(page)).toBeVisible();
  const { name, categories: list } = await firstCatalog(api);
  expect(name).toBe('Spring menu');
  expect(list.map((category) => category.name)).not.toContain(second);
  expect(list[0]?.name).toBe('Renamed');
});
