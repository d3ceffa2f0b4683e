import { AxeBuilder } from '@axe-core/playwright';
import { expect, type Page } from 'playwright/test';

const widths = [390, 1024, 1366, 1920];
/** A folder for a picture of each checked screen, if one is named. */
const pictures = process.env['SCREENSHOTS'];

/** Rules that depend on the theme; all others give the same result in both. */
const ofColours = ['color-contrast', 'link-in-text-block'];

async function axeIsClean(page: Page, screen: string, rules?: string[]): Promise<void> {
  // Axe stays in a page until another is loaded, and loading it takes four times as long as looking.
  const isThere = await page.evaluate(() => 'axe' in globalThis);
  // Other modes are only needed for frames of other origins, which there are none of.
  const axe = new AxeBuilder({ page, ...(isThere && { axeSource: 'void 0;' }) })
    .setLegacyMode()
    .options({ resultTypes: ['violations'] });
  const { violations } = await (rules ? axe.withRules(rules) : axe).analyze();
  expect(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`),
    screen,
  ).toEqual([]);
}

/** Finishes all running transitions and animations: a toast that fades in is pale. */
export async function coloursSettle(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A theme that a script sets changes with the next frame, and the end of one transition may start another.
    const hasEnd = ({ effect, playState }: Animation) =>
      playState === 'running' && effect?.getComputedTiming().endTime !== Infinity;
    let underWay: Animation[];
    do {
      await new Promise(requestAnimationFrame);
      underWay = document.getAnimations().filter(hasEnd);
      for (const animation of underWay) animation.finish();
    } while (underWay.length > 0);
  });
}

async function fitsItsWidth(page: Page, screen: string): Promise<void> {
  // What a script lays out follows a new width with the next frame.
  const overflow = () => page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  await expect.poll(overflow, `${screen} fits the width`).toBeLessThanOrEqual(0);
}

/** Axe finds nothing on the page as it is, and the page fits its width. */
export async function looksRight(page: Page, screen: string): Promise<void> {
  await axeIsClean(page, screen);
  await fitsItsWidth(page, screen);
}

/**
 * Axe finds nothing in either theme, on a phone and on a till, and the page fits each supported width. Ends light and
 * at 1366 px.
 */
export async function looksRightEverywhere(page: Page, screen: string): Promise<void> {
  for (const width of widths) {
    await page.setViewportSize({ width, height: width === 390 ? 844 : 768 });
    await fitsItsWidth(page, `${screen}, ${width} px`);
    if (width !== 390 && width !== 1366) continue;
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await coloursSettle(page);
      const name = `${screen}, ${colorScheme}, ${width} px`;
      await axeIsClean(page, name, colorScheme === 'dark' ? ofColours : undefined);
      if (pictures) await page.screenshot({ path: `${pictures}/${name.replaceAll(/\W+/g, '-')}.png` });
    }
  }
  await page.setViewportSize({ width: 1366, height: 768 });
}
