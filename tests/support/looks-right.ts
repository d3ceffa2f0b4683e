import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

const widths = [390, 1024, 1366, 1920];
/** A folder that keeps a picture of each screen as it was looked at, where one is named. */
const pictures = process.env['SCREENSHOTS'];

/** What axe finds in the theme in use, and whether the page fits its width. */
export async function looksRight(page: Page, screen: string): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    screen,
  ).toEqual([]);
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow, `${screen} fits the width`).toBeLessThanOrEqual(0);
}

/** The same in both themes and at every width that screens are made for; ends light and at 1366 px. */
export async function looksRightEverywhere(page: Page, screen: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 768 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      if (pictures)
        await page.screenshot({
          path: `${pictures}/${screen.replaceAll(/\W+/g, '-')}-${width}-${colorScheme}.png`,
        });
      await looksRight(page, `${screen}, ${colorScheme}, ${width} px`);
    }
  }
  await page.setViewportSize({ width: 1366, height: 768 });
}
