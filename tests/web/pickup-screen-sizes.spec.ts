import { expect } from 'playwright/test';
import type { Order } from '#shared/api/orders.ts';
import {
  axeFindings,
  coloursSettle,
  looksRightEverywhere,
  ofColours,
} from '../support/browser/looks-right.ts';
import { barTest as test, column, picture, shown } from '../support/shop/pick-up-bar.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' }, viewport: { width: 1920, height: 1080 } });

const uglyNames = [
  'Maximilianalexandrinus von und zu',
  'W W',
  'Ян',
  'إسماعيل',
  'Ẑ̌͒a͋͜l̕g̈o',
  '07700 900123',
  'ILLILLILLILLILLILLIL',
  'MMMMMMMMMMMMMMMMMMMM',
];

test('forty orders with ugly names can be read from far, on every kind of screen', async ({ page, bar }) => {
  test.slow();
  for (let at = 0; at < 40; at += 1) {
    const order = await bar.order(uglyNames[at % uglyNames.length]);
    await (at % 5 < 3 ? bar.accept(order) : bar.makeReady(order));
  }
  await page.goto(bar.screen);
  await expect(page.getByRole('listitem')).toHaveCount(40);
  for (const [width, height, least] of [
    [1920, 1080, 44],
    [1280, 720, 28],
    [1080, 1920, 44],
    [390, 844, 28],
  ] as const) {
    await page.setViewportSize({ width, height });
    // The height of a window follows a moment after its width.
    await expect(async () => {
      const found = await page.getByRole('listitem').evaluateAll((items) =>
        items.map((item) => {
          const number = item.firstElementChild ?? item;
          const [inside, box] = [number.getBoundingClientRect(), item.getBoundingClientRect()];
          return {
            size: Number.parseFloat(getComputedStyle(number).fontSize),
            sticksOut: Math.max(inside.right - box.right, inside.bottom - box.bottom, box.top - inside.top),
            right: box.right,
            bottom: box.bottom,
          };
        }),
      );
      for (const { size, sticksOut, right, bottom } of found) {
        expect(size, `${width} × ${height}`).toBeGreaterThanOrEqual(least);
        expect(sticksOut).toBeLessThanOrEqual(1);
        expect(right).toBeLessThanOrEqual(width);
        if (width > 700) expect(bottom).toBeLessThanOrEqual(height);
      }
    }).toPass({ timeout: 5_000 });
    for (const colorScheme of ['dark', 'light'] as const) {
      await page.emulateMedia({ colorScheme });
      await coloursSettle(page);
      expect(await axeFindings(page, ofColours)).toEqual([]);
      await picture(page, `${width}x${height}-${colorScheme}`);
    }
  }
  await looksRightEverywhere(page, 'pick-up screen');
});

test('orders that do not fit take turns', async ({ page, bar }) => {
  test.slow();
  const orders: Order[] = [];
  for (let at = 0; at < 31; at += 1) {
    const order = await bar.order();
    await bar.accept(order);
    orders.push(order);
  }
  await page.goto(bar.screen);
  const making = column(page, 'Coming up');
  await expect(making.getByText('1 of 2')).toBeVisible();
  await expect(making.getByRole('listitem')).toHaveCount(16);
  await expect(making.getByText('2 of 2')).toBeVisible({ timeout: 12_000 });
  await expect(making.getByRole('listitem').last()).toHaveText(shown(orders.at(-1) as Order));
  await picture(page, 'turns');
});
