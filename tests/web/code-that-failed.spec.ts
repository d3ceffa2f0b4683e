import { expect } from 'playwright/test';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';
import { openLive, openSignedIn } from '../support/shop/shift.ts';

test('a board whose styles were lost as they were preloaded has them when it is opened', async ({
  page,
  platform,
}) => {
  const styles = /\/assets\/trading-session-screen-.*\.css/;
  await page.route(styles, (route) => route.abort());
  const lost = page.waitForEvent('requestfailed', (request) => styles.test(request.url()));
  await openSignedIn(page, platform);
  await lost;
  await page.unroute(styles);

  await openLive(page);
  const title = page.getByRole('heading', { name: 'The Old Ferry' });
  await expect(title).toBeVisible();
  await expect(page.locator('header').filter({ has: title })).toHaveCSS('display', 'flex');
});
