import { test as base, type BrowserContextOptions, type Page } from 'playwright/test';
import { openLine, type Line } from '../servers/line.ts';
import { startPlatform, type TestPlatform } from './platform.ts';
import { sellerApi, type SellerApi } from './seller-api.ts';
import { openSignedIn, startTrading } from './shift.ts';

type OnPlatform = {
  platform: TestPlatform;
  /** `page`, signed in, at the seller's home. */
  signedIn: Page;
  /** `signedIn`, at the board of the outlet, which trades. */
  onBoard: Page;
  /** A way to the platform that the test can break. */
  line: Line;
  /** A signed-in page in a browser of its own, closed before the platform; `prepare` comes before the first address. */
  elsewhere(options?: BrowserContextOptions & { prepare?: (page: Page) => Promise<void> }): Promise<Page>;
};

/** Each test has a platform of its own. */
export const ownPlatform = base.extend<OnPlatform>({
  async platform({}, give) {
    const platform = await startPlatform();
    await give(platform);
    await platform.stop();
  },
  async line({ platform }, give) {
    const line = await openLine(Number(new URL(platform.origin).port));
    await give(line);
    await line.close();
  },
  async signedIn({ page, platform }, give) {
    await openSignedIn(page, platform);
    await give(page);
  },
  async onBoard({ signedIn }, give) {
    await startTrading(signedIn);
    await give(signedIn);
  },
  async elsewhere({ browser, platform }, give) {
    const pages: Page[] = [];
    await give(async ({ prepare, ...options } = {}) => {
      const page = await (await browser.newContext(options)).newPage();
      pages.push(page);
      await prepare?.(page);
      await openSignedIn(page, platform);
      return page;
    });
    for (const page of pages) await page.context().close();
  },
});

/** As `ownPlatform`; the outlet trades, and `seller` is another device of the seller's. */
export const ownTradingPlatform = ownPlatform.extend<{ seller: SellerApi }>({
  seller: [
    async ({ platform }, give) => {
      await give(await tradingSeller(platform));
    },
    { auto: true },
  ],
});

type Shop = { file: string; platform: TestPlatform; trading: Promise<SellerApi> | null };

/** All tests of a file have one platform, which ends before the next file's begins. */
export const filePlatform = ownPlatform.extend<object, { shopOf(file: string): Promise<Shop> }>({
  shopOf: [
    async ({}, give) => {
      const shops: Shop[] = [];
      const end = async () => {
        for (const { platform } of shops.splice(0)) await platform.stop();
      };
      await give(async (file) => {
        const [now] = shops;
        if (now?.file === file) return now;
        await end();
        const shop = { file, platform: await startPlatform(), trading: null };
        shops.push(shop);
        return shop;
      });
      await end();
    },
    { scope: 'worker' },
  ],
  async platform({ shopOf }, give, { file }) {
    const { platform } = await shopOf(file);
    await give(platform);
  },
});

/** As `filePlatform`; its outlet trades from the first test on, and `seller` is another device of the seller's. */
export const tradingPlatform = filePlatform.extend<{ seller: SellerApi }>({
  seller: [
    async ({ shopOf }, give, { file }) => {
      const shop = await shopOf(file);
      shop.trading ??= tradingSeller(shop.platform);
      await give(await shop.trading);
    },
    { auto: true },
  ],
});

async function tradingSeller(platform: TestPlatform): Promise<SellerApi> {
  const seller = await sellerApi(platform);
  await seller.start();
  return seller;
}
