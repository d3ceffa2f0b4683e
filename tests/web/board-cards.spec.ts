import { expect, type Page } from 'playwright/test';
import { line } from '../support/shop/platform.ts';
import { card } from '../support/shop/shift.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';

/** Between two cards, in px. */
const GAP = 8;

test('cards of every height stand one below the other in each frame, while they come and while they are scrolled', async ({
  signedIn: page,
  platform,
}) => {
  const place = (lines: number) =>
    platform.placeOrder({
      items: Array.from({ length: lines }, (_, at) =>
        line(platform.menu, at % 2 ? 'Ferry burger' : 'Cola', at + 1),
      ),
      note: lines % 4 === 0 ? 'no onions, please, and the sauce beside it '.repeat(3) : '',
    });
  await place(3);
  await Promise.all(Array.from({ length: 22 }, (_, order) => place(1 + (order % 6))));
  await place(4);
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/trading-session`);
  await page.getByRole('button', { name: 'Newest first' }).click();
  await expect(card(page, 24)).toBeInViewport();
  await watchGaps(page);

  await place(9);
  await place(2);
  await expect(card(page, 26)).toBeInViewport();
  await page.mouse.move(200, 500);
  for (const [number, wheel] of [
    [1, 400],
    [26, -400],
  ] as const)
    await expect(async () => {
      await page.mouse.wheel(0, wheel);
      await expect(card(page, number)).toBeInViewport({ timeout: 50 });
    }).toPass({ intervals: [20] });
  const { looks, wrong } = await page.evaluate(
    () => (globalThis as unknown as { gaps: { looks: number; wrong: string[] } }).gaps,
  );
  expect(looks).toBeGreaterThan(100);
  expect(wrong).toEqual([]);
});

/** Looks, after each frame, at how far the cards of the first column stand apart. */
async function watchGaps(page: Page): Promise<void> {
  await page.evaluate((gap) => {
    const gaps = { looks: 0, wrong: [] as string[] };
    Object.assign(globalThis, { gaps });
    const { port1, port2 } = new MessageChannel();
    port1.addEventListener('message', () => {
      const boxes = [...document.querySelectorAll('[role="region"][aria-label="New"] article')]
        .map((each) => each.getBoundingClientRect())
        .toSorted((a, b) => a.top - b.top);
      boxes.slice(1).forEach(({ top }, at) => {
        const apart = top - boxes[at]!.bottom;
        gaps.looks += 1;
        if (Math.abs(apart - gap) > 1) gaps.wrong.push(`look ${gaps.looks}: ${apart}`);
      });
      requestAnimationFrame(() => port2.postMessage(null));
    });
    port1.start();
    requestAnimationFrame(() => port2.postMessage(null));
  }, GAP);
}
