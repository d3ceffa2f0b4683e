import { expect, type Page } from 'playwright/test';
import { openOutlet } from '../support/shop/more-outlets.ts';
import { line } from '../support/shop/platform.ts';
import { openStation, stationsPlatform as test } from '../support/shop/stations.ts';

const header = (page: Page) => page.locator('header').filter({ has: page.getByRole('searchbox') });

/** What stands in the board's header over something else that does, and what stands outside of it. */
const misplacedIn = (page: Page) =>
  header(page).evaluate((head) => {
    const parts = [...head.querySelectorAll('h1, select, p, dl > div, input, button')]
      .map((part) => ({ text: part.textContent || part.tagName, box: part.getBoundingClientRect() }))
      .filter(({ box }) => box.width > 0);
    const outer = head.getBoundingClientRect();
    const outside = parts.filter(({ box }) => box.right > outer.right || box.bottom > outer.bottom);
    const over = parts.filter(({ box }, nth) =>
      parts.some(
        ({ box: other }, otherNth) =>
          otherNth < nth &&
          box.left < other.right &&
          other.left < box.right &&
          box.top < other.bottom &&
          other.top < box.bottom,
      ),
    );
    return [...outside, ...over].map(({ text }) => text);
  });

for (const ordering of ['open', 'unattended'] as const)
  test(`nothing in the board’s header stands over anything else, with stations, at any width: an outlet that is ${ordering}`, async ({
    signedIn: page,
    platform,
    seller,
  }) => {
    // Then one can change between them.
    await openOutlet(platform, seller, 'The New Ferry');
    await page.route('**/api/sellers/outlets/*', async (route) => {
      const response = await route.fetch();
      const outlet = (await response.json()) as object;
      await route.fulfill({ response, json: { ...outlet, ordering: { state: ordering } } });
    });
    await openStation(page, platform, 'All stations');
    await expect(header(page).getByText('Not taking orders: no screen can ring')).toHaveCount(
      ordering === 'open' ? 0 : 1,
    );
    await platform.placeOrder({ items: [line(platform.menu, 'Ferry burger', 99)] });
    await expect(header(page)).toContainText('£1,');
    for (const width of [390, 800, 1024, 1280, 1366, 1440, 1535, 1536, 1920]) {
      await page.setViewportSize({ width, height: 768 });
      await expect.poll(() => misplacedIn(page), `${width} px`).toEqual([]);
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const { height } = (await header(page).boundingBox()) ?? { height: 0 };
    if (ordering === 'open') expect(height, 'one line on a small till').toBeLessThan(70);
  });
