import { expect, type Page } from 'playwright/test';
import {
  button,
  categories,
  firstCatalog,
  handle,
  items,
  names,
  saved,
  ownCatalog as test,
} from '../support/shop/catalog-editing.ts';

const dragging = (page: Page) => page.locator('[data-dragging]');

async function middleOf(page: Page, name: string): Promise<{ x: number; y: number }> {
  const box = await handle(page, name).boundingBox();
  if (!box) throw new Error(`${name} cannot be seen`);
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}

async function byKeyboard(page: Page, name: string, ...keys: string[]): Promise<void> {
  await handle(page, name).focus();
  await page.keyboard.press('Space');
  await expect(dragging(page)).toHaveCount(1);
  for (const key of keys) await page.keyboard.press(key);
  await page.keyboard.press('Space');
  await expect(dragging(page)).toHaveCount(0);
}

test('categories, items and modifiers are reordered by keyboard alone, each drop saved once (L5)', async ({
  editor: page,
  api,
}) => {
  let saves = 0;
  page.on('request', (request) => (saves += request.method() === 'PATCH' ? 1 : 0));
  const [first, second, third] = await names(categories(page));
  await byKeyboard(page, first ?? '', 'ArrowDown', 'ArrowDown');
  await expect
    .poll(() => names(categories(page)).then((all) => all.slice(0, 3)))
    .toEqual([second, third, first]);
  await expect(handle(page, first ?? ''), 'the focus stays with what was moved').toBeFocused();
  await expect.poll(() => saves).toBe(1);

  const pane = items(page, first ?? '');
  await categories(page)
    .getByRole('link', { name: `Edit items of ${first}` })
    .click();
  await expect(pane).toBeVisible();
  const [one, two] = await names(pane);
  await byKeyboard(page, two ?? '', 'ArrowUp');
  await expect.poll(() => names(pane).then((all) => all.slice(0, 2))).toEqual([two, one]);

  await categories(page).getByRole('link', { name: 'Edit items of Mains' }).click();
  await button(page, 'Modifiers of Ferry burger').click();
  const modifiers = page.getByRole('list', { name: 'Modifiers of Ferry burger' });
  await expect(modifiers.getByRole('listitem')).not.toHaveCount(0);
  const asked = await modifiers.locator('[data-row-name]').allTextContents();
  await byKeyboard(page, asked[1] ?? '', 'ArrowUp');
  await expect(modifiers.locator('[data-row-name]').first()).toHaveText(asked[1] ?? '');
  await handle(page, asked[0] ?? '').focus();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Escape');
  await expect(modifiers.locator('[data-row-name]').first(), 'Escape puts it back').toHaveText(
    asked[1] ?? '',
  );

  await expect(saved(page)).toBeVisible();
  expect(saves).toBe(3);
  const { categories: list } = await firstCatalog(api);
  expect(list.map(({ name }) => name).slice(0, 3)).toEqual([second, third, first]);
  expect(list[2]?.list.map(({ name }) => name).slice(0, 2)).toEqual([two, one]);
  const burger = list.flatMap((category) => category.list).find(({ name }) => name === 'Ferry burger');
  expect(burger?.modifiers[0]?.name).toBe(asked[1]);
});

test('the mouse drags from 5 px, not from 4, and the drop takes 0.33 to 0.55 s', async ({ editor: page }) => {
  const [first = '', second = ''] = await names(categories(page));
  const from = await middleOf(page, first);
  const to = await middleOf(page, second);
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x, from.y + 4);
  await expect(dragging(page)).toHaveCount(0);
  await page.mouse.move(from.x, from.y + 5);
  await expect(dragging(page)).toHaveCount(1);
  await page.mouse.move(to.x, to.y + 10, { steps: 5 });
  const seconds = page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const look = () => {
          const dropping = document.querySelector<HTMLElement>('[data-dragging]');
          const { transitionProperty = '', transitionDuration = '' } = dropping
            ? getComputedStyle(dropping)
            : {};
          // While the mouse holds it, it only fades; when dropped, it moves to its place.
          if (transitionProperty.includes('transform')) resolve(parseFloat(transitionDuration));
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
  await page.mouse.up();
  expect(await seconds).toBeGreaterThanOrEqual(0.33);
  expect(await seconds).toBeLessThanOrEqual(0.55);
  await expect.poll(() => names(categories(page)).then((all) => all.slice(0, 2))).toEqual([second, first]);
});

test.describe('with a finger', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('held for 120 ms it drags, moved at once it scrolls', async ({ editor: page, api }) => {
    const touch = await page.context().newCDPSession(page);
    const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
      touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
    const [first = '', second = ''] = await names(categories(page));
    const from = await middleOf(page, first);
    const to = await middleOf(page, second);

    await send('touchStart', [from]);
    for (const by of [20, 40, 60]) await send('touchMove', [{ x: from.x, y: from.y - by }]);
    await send('touchEnd', []);
    await expect(dragging(page)).toHaveCount(0);
    expect(await names(categories(page)).then((all) => all[0])).toBe(first);

    await page.evaluate(() => {
      const started = { at: 0 };
      addEventListener('touchstart', () => (started.at = performance.now()), { capture: true });
      new MutationObserver(() => {
        const held = document.documentElement.dataset;
        if (document.querySelector('[data-dragging]') && !held['held'])
          held['held'] = String(performance.now() - started.at);
      }).observe(document.body, { subtree: true, attributeFilter: ['data-dragging'] });
    });
    await page.locator('main').evaluate((screen) => screen.scrollTo(0, 0));
    const again = await middleOf(page, first);
    await send('touchStart', [again]);
    await expect(dragging(page)).toHaveCount(1);
    for (const share of [0.3, 0.6, 1, 1.15])
      await send('touchMove', [{ x: again.x, y: again.y + (to.y - from.y) * share }]);
    await send('touchEnd', []);
    await expect.poll(() => names(categories(page)).then((all) => all.slice(0, 2))).toEqual([second, first]);
    const held = Number(await page.locator('html').getAttribute('data-held'));
    expect(held).toBeGreaterThanOrEqual(119);
    await expect(saved(page)).toBeVisible();
    expect((await firstCatalog(api)).categories[0]?.name).toBe(second);
  });
});
