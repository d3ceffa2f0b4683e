import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Axe from 'axe-core';
import { expect, type Page } from 'playwright/test';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const widths = [390, 1024, 1366, 1920];
/** A folder for a picture of each checked screen, if one is named. */
const pictures = process.env['SCREENSHOTS'];

/** Rules that depend on the theme; all others give the same result in both. */
export const ofColours = ['color-contrast', 'link-in-text-block'];

/** What axe finds on the page, of all rules or of those that are named: each rule with what breaks it. */
export async function axeFindings(page: Page, rules?: string[]): Promise<string[]> {
  // Axe stays in a page until another is loaded.
  if (!(await page.evaluate(() => 'axe' in globalThis)))
    await Promise.all(page.frames().map((frame) => frame.evaluate(source)));
  return page.evaluate(async (values) => {
    const { axe } = globalThis as unknown as { axe: typeof Axe };
    const { violations } = await axe.run(document, {
      resultTypes: ['violations'],
      // The nodes are shown as they are; to find a selector for each takes time.
      selectors: false,
      ...(values && { runOnly: { type: 'rule', values } }),
    });
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
  }, rules);
}

async function axeIsClean(page: Page, screen: string, rules?: string[]): Promise<void> {
  // A band or a toast may stand before the screen's own code has come, and a screen is known by its heading.
  await page.locator('h1').first().waitFor({ state: 'attached' });
  expect(await axeFindings(page, rules), screen).toEqual([]);
  await expect(page.locator('h1:visible'), `${screen} has one main heading`).toHaveCount(1);
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
  const overflow = () =>
    page.evaluate(() => {
      // Signed in, the main part scrolls by itself, and the document never does.
      const parts = [...document.querySelectorAll('main')].map((part) => part.scrollWidth - part.clientWidth);
      return Math.max(document.documentElement.scrollWidth - innerWidth, ...parts);
    });
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
