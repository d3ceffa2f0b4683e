import type { Page } from 'playwright/test';
import type { Order } from '#shared/api/orders.ts';
import { ownPlatform } from './on-platform.ts';
import { line as lineOf, type TestPlatform } from './platform.ts';
import { sellerApi, type SellerApi } from './seller-api.ts';

/** A folder for pictures, if one is named. */
const pictures = process.env['SCREENSHOTS'];
/** Of most guests here; no pick-up screen may show it. */
export const surname = 'Featherstonehaugh';

/** An outlet that trades, where guests need no table. */
export type Bar = {
  seller: SellerApi;
  screen: string;
  /** Places an order to collect, or one for a table. */
  order(customerName?: string, tableNumber?: string): Promise<Order>;
  accept(order: Order): Promise<unknown>;
  handOver(order: Order): Promise<void>;
  /** Presses until an order is ready that was accepted, or was not yet. */
  makeReady(order: Order, wasAccepted?: 'accepted'): Promise<void>;
};

async function openBar(platform: TestPlatform): Promise<Bar> {
  const { origin, outletId, menu } = platform;
  const seller = await sellerApi(platform);
  const outlet = `/sellers/outlets/${outletId}`;
  const { name } = await seller.call<{ name: string }>('GET', outlet);
  await seller.call('PATCH', outlet, { name, serviceTypeSelected: 'order-number' });
  await seller.start();
  const items = [lineOf(menu, 'Americano')];
  return {
    seller,
    screen: `${origin}/o/${outletId}/screen`,
    async order(customerName = `Priya ${surname}`, tableNumber) {
      return (await platform.placeOrder({ items, customerName, tableNumber })).order;
    },
    accept: ({ id }) => seller.call('POST', `/sellers/orders/accept/${id}`),
    async handOver({ id }) {
      await seller.call('POST', `${outlet}/progress-order/${id}`);
      await seller.call('POST', `/sellers/orders/complete/${id}`);
    },
    async makeReady({ id }, wasAccepted) {
      for (let step = wasAccepted ? 1 : 0; step < 3; step += 1)
        await seller.call('POST', `${outlet}/progress-order/${id}`);
    },
  };
}

/** Each test has an outlet of its own, whose pick-up screen is empty. */
export const barTest = ownPlatform.extend<{ bar: Bar }>({
  async bar({ platform }, give) {
    await give(await openBar(platform));
  },
});

/** Takes a picture if somebody wants pictures. */
export async function picture(page: Page, name: string): Promise<void> {
  if (pictures) await page.screenshot({ path: `${pictures}/pickup-${name}.png` });
}

export const column = (page: Page, name: 'Coming up' | 'Ready') => page.getByRole('region', { name });
/** An order as the screen has it. */
export const shown = ({ orderNumber }: Order, name = 'Priya') => `${orderNumber}${name}`;
