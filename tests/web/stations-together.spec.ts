import { expect, type Page } from 'playwright/test';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { openOutlet } from '../support/shop/more-outlets.ts';
import { alsoWatch, cardOf, switcher } from '../support/shop/several-outlets.ts';
import {
  linesForBoth,
  openStation,
  stationChoice,
  stationsPlatform as test,
} from '../support/shop/stations.ts';

test('the board of all outlets shows of each outlet what its own board does: the station that was chosen here, or all of it (D60)', async ({
  signedIn: till,
  platform,
  seller,
  elsewhere,
}) => {
  const annexe = await openOutlet(platform, seller, 'The Annexe');
  const { origin, outletId } = platform;
  await till.goto(`${origin}/outlets/${outletId}/trading-session`);
  await alsoWatch(till, 'The Annexe');
  await stationChoice(till).selectOption('Kitchen');
  // Another screen shows the bar too, so that its lines are not handed over to the kitchen.
  const band = till.getByRole('status').filter({ hasText: 'No screen shows Bar' });
  await expect(band).toBeVisible();
  const office = await elsewhere();
  await office.goto(`${origin}/outlets/${outletId}/trading-session`);
  await expect(band).toBeHidden();

  const items = linesForBoth(platform);
  const { order: both } = await platform.placeOrder({ items });
  const { order: coffee } = await platform.placeOrder({ items: items.slice(1) });
  const { order: there } = await annexe.placeOrder({ items });
  await switcher(till)
    .getByRole('button', { name: /All outlets/ })
    .click();
  await expect(till.getByRole('heading', { name: 'All outlets' })).toBeVisible();
  await expect(switcher(till).getByRole('link', { name: /The Old Ferry.*Kitchen/ })).toBeVisible();
  await expect(cardOf(till, both)).toContainText('Whitebait');
  await expect(cardOf(till, both)).not.toContainText('Americano');
  await expect(cardOf(till, both)).toContainText('Elsewhere: Bar');
  await expect(cardOf(till, there)).toContainText('Whitebait');
  await expect(cardOf(till, there)).toContainText('Americano');
  await expect(cardOf(till, there)).not.toContainText('Elsewhere');
  await expect(cardOf(till, coffee)).toBeHidden();
  await till.getByRole('heading', { name: 'All outlets' }).click();
  await till.keyboard.press('d');
  const allDay = till.getByRole('complementary', { name: 'All day' });
  await expect(allDay.getByText('Americano'), 'of the outlet without stations alone').toHaveCount(1);
  await expect(allDay.getByText('Whitebait')).toHaveCount(2);
  await looksRightEverywhere(till, 'board, all outlets, of which one shows its kitchen');

  // The kitchen has made its own, and the bar has not.
  await cardOf(till, both)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await cardOf(till, both)
    .getByRole('button', { name: /^Start/ })
    .click();
  await cardOf(till, both)
    .getByRole('button', { name: /^Ready/ })
    .click();
  await expect(
    till.getByRole('region', { name: 'Made here' }).locator(`[data-order-id="${both.id}"]`),
  ).toBeVisible();

  await switcher(till)
    .getByRole('link', { name: /The Old Ferry/ })
    .click();
  await expect(stationChoice(till).locator(':checked')).toHaveText('Kitchen');
  await stationChoice(till).selectOption('All stations');
  await switcher(till)
    .getByRole('button', { name: /All outlets/ })
    .click();
  await expect(cardOf(till, coffee)).toBeVisible();
  await expect(cardOf(till, both)).toContainText('Americano');
  await expect(switcher(till)).not.toContainText('Kitchen');
});

test('two tabs of one browser show a station each, also once they are loaded again; a new one begins with the last choice (D60)', async ({
  signedIn: kitchen,
  context,
  platform,
}) => {
  const bar = await context.newPage();
  await openStation(kitchen, platform, 'Kitchen');
  await openStation(bar, platform, 'Bar');
  await bar.getByRole('button', { name: 'Compact cards' }).click();
  const compact = kitchen.getByRole('button', { name: 'Compact cards' });
  await expect(compact, 'heard of, and so is the station').toHaveAttribute('aria-pressed', 'true');
  const { order } = await platform.placeOrder({ items: linesForBoth(platform) });
  const shows = async (tab: Page, station: string, line: string, elsewhere: string) => {
    await expect(stationChoice(tab).locator(':checked')).toHaveText(station);
    await expect(cardOf(tab, order)).toContainText(line);
    await expect(cardOf(tab, order)).toContainText(`Elsewhere: ${elsewhere}`);
    await expect(tab.getByRole('status').filter({ hasText: 'No screen shows' })).toBeHidden();
  };
  await shows(kitchen, 'Kitchen', 'Whitebait', 'Bar');
  await shows(bar, 'Bar', 'Americano', 'Kitchen');

  for (const tab of [kitchen, bar]) await tab.reload();
  await shows(kitchen, 'Kitchen', 'Whitebait', 'Bar');
  await shows(bar, 'Bar', 'Americano', 'Kitchen');
  const another = await context.newPage();
  await another.goto(kitchen.url());
  await shows(another, 'Bar', 'Americano', 'Kitchen');
});
