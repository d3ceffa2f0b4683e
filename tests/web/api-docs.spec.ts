import { expect } from 'playwright/test';
import { axeFindings, ofColours } from '../support/browser/looks-right.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

for (const colorScheme of ['light', 'dark'] as const)
  test(`the API's page reads well under its own policy, ${colorScheme} (D11)`, async ({
    browser,
    platform,
  }) => {
    const context = await browser.newContext({ colorScheme });
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
    });
    await page.goto(`${platform.origin}/api/docs`);
    const heading = page.getByRole('heading', { name: 'POST /sellers/orders/accept/{orderId}' });
    await page.getByRole('link', { name: 'POST /sellers/orders/accept/{orderId}' }).click();
    await expect(heading).toBeInViewport();
    // The sheet is let through: the calls stand beside the text, in a column of their own.
    const calls = await page.getByRole('navigation', { name: 'Calls' }).boundingBox();
    const main = await page.getByRole('main').boundingBox();
    expect(calls?.x).toBe(0);
    expect(main?.x).toBeGreaterThanOrEqual(calls?.width ?? 0);
    await page.getByText('Refusals:').first().click();
    expect(await axeFindings(page, colorScheme === 'dark' ? ofColours : undefined)).toEqual([]);
    expect(complaints).toEqual([]);
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(
      0,
    );
    await context.close();
  });
