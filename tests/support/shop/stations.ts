import type { Page } from 'playwright/test';
import { ownTradingPlatform } from './on-platform.ts';
import { line, type Basket, type TestPlatform } from './platform.ts';
import type { SellerApi } from './seller-api.ts';

/** Gives the outlet a kitchen, which makes the whitebait, and a bar, which makes the coffee. */
export async function setUpKitchenAndBar(
  { menu, outletId }: TestPlatform,
  seller: SellerApi,
  kitchenFallback: 'bar' | null = null,
): Promise<void> {
  const categoryOf = (name: string) => menu.find(({ list }) => list.some((item) => item.name === name))?.id;
  const stations = [
    { id: 'kitchen', name: 'Kitchen', categories: [categoryOf('Whitebait')], fallback: kitchenFallback },
    { id: 'bar', name: 'Bar', categories: [categoryOf('Americano')], fallback: null },
  ];
  await seller.call('PUT', `/sellers/outlets/${outletId}/stations`, { stations });
}

/** One line for the kitchen, then one for the bar. */
export const linesForBoth = ({ menu }: TestPlatform): NonNullable<Basket['items']> =>
  ['Whitebait', 'Americano'].map((name) => line(menu, name));

/** What the board shows: all stations or one. */
export const stationChoice = (page: Page) => page.getByRole('combobox', { name: 'Station', exact: true });

/** Opens the outlet's board and shows the station there. */
export async function openStation(
  page: Page,
  { origin, outletId }: TestPlatform,
  station: string,
): Promise<void> {
  await page.goto(`${origin}/outlets/${outletId}/trading-session`);
  await stationChoice(page).selectOption(station);
}

/** As `ownTradingPlatform`, with {@link setUpKitchenAndBar}. */
export const stationsPlatform = ownTradingPlatform.extend<{ kitchenFallback: 'bar' | null }>({
  kitchenFallback: [null, { option: true }],
  async seller({ seller, platform, kitchenFallback }, give) {
    await setUpKitchenAndBar(platform, seller, kitchenFallback);
    await give(seller);
  },
});
