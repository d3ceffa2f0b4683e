import { expect, type Page } from 'playwright/test';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import { card } from '../support/shop/shift.ts';
import { linesForBoth, openStation, stationsPlatform as test } from '../support/shop/stations.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const time = String.raw`\d\d:\d\d:\d\d`;

async function openAs(page: Page, platform: TestPlatform, name: string, station: string): Promise<void> {
  await page.goto(`${platform.origin}/settings`);
  await page.getByRole('textbox', { name: 'Name of this screen' }).fill(name);
  await page.getByRole('textbox', { name: 'Name of this screen' }).blur();
  await openStation(page, platform, station);
}

test('an order says of each station when it was shown, rung, opened and ready there, and on which screen (D60)', async ({
  signedIn: bar,
  platform,
  seller,
  elsewhere,
}) => {
  const kitchen = await elsewhere();
  await openAs(kitchen, platform, 'Kitchen tablet', 'Kitchen');
  // Until the bar has a screen the kitchen has its lines as well.
  const band = (page: Page) => page.getByRole('status').filter({ hasText: 'No screen shows' });
  await expect(band(kitchen)).toBeVisible();
  await openAs(bar, platform, 'Till 2', 'Bar');
  for (const page of [kitchen, bar]) await expect(band(page)).toBeHidden();

  const { order } = await platform.placeOrder({ items: linesForBoth(platform) });
  await card(bar, order.orderNumber).locator('[data-opens-order]').click();
  const timeline = bar.getByRole('list', { name: 'Timeline by station' });
  const [atKitchen, atBar] = ['Kitchen:', 'Bar:'].map((name) =>
    timeline.getByRole('listitem').filter({ hasText: name }),
  );
  if (!atKitchen || !atBar) throw new Error('There are two stations.');
  await expect(atBar).toHaveText(new RegExp(`^Bar: shown ${time} on Till 2, rung ${time}, opened ${time}$`));
  await expect(atKitchen).toHaveText(new RegExp(`^Kitchen: shown ${time} on Kitchen tablet, rung ${time}$`));

  await card(kitchen, order.orderNumber)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await card(kitchen, order.orderNumber)
    .getByRole('button', { name: /^Start/ })
    .click();
  await card(kitchen, order.orderNumber)
    .getByRole('button', { name: /^Ready/ })
    .click();
  await expect(atKitchen).toHaveText(
    new RegExp(` on Kitchen tablet, rung ${time}, opened ${time}, ready ${time}$`),
  );
  await expect(atBar).not.toContainText('ready');
  await timeline.scrollIntoViewIfNeeded();
  await looksRightEverywhere(bar, 'timeline by station');

  // Also where past orders are.
  const { tradingSessions } = await seller.call<{ tradingSessions: { id: string }[] }>(
    'GET',
    `/sellers/outlets/${platform.outletId}/trading-sessions`,
  );
  const past = `${platform.origin}/outlets/${platform.outletId}/trading-sessions/${tradingSessions[0]?.id}`;
  await kitchen.goto(`${past}?order=${order.id}`);
  await expect(kitchen.getByRole('list', { name: 'Timeline by station' })).toContainText(
    'on Kitchen tablet, rung',
  );

  // Kept, and none of it where there are no stations.
  await bar.reload();
  await card(bar, order.orderNumber).locator('[data-opens-order]').click();
  await expect(atKitchen).toContainText('on Kitchen tablet, rung');
  await seller.call('PUT', `/sellers/outlets/${platform.outletId}/stations`, { stations: [] });
  await expect(bar.getByRole('list', { name: 'Timeline', exact: true })).toBeVisible();
  await expect(timeline).toBeHidden();
});
