import { expect, type Page } from 'playwright/test';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { png } from '../support/samples/pictures.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });
test.beforeEach(async ({ signedIn: page, platform }) => {
  await page.goto(`${platform.origin}/outlets/${platform.outletId}/outlet-image`);
  await expect(page.getByRole('heading', { name: 'Outlet Image' })).toBeVisible();
});

const picture = (width: number, height: number) => ({
  name: 'bar.png',
  mimeType: 'image/png',
  buffer: png(width, height),
});
const choose = (page: Page, ...files: ReturnType<typeof picture>[]) =>
  page.locator('input[type=file]').setInputFiles(files);
const selection = (page: Page) => page.locator('.ReactCrop__crop-selection');

async function boxOf(page: Page) {
  const box = await selection(page).boundingBox();
  if (!box) throw new Error('There is no crop');
  return box;
}

/** The outlet's image as the public gets it. */
async function publicImage(page: Page) {
  const src = await page.getByRole('img', { name: 'The Old Ferry, as customers see it' }).getAttribute('src');
  const reply = await page.request.get(new URL(src ?? '', page.url()).href);
  const size = await page.evaluate(async (address) => {
    const { width, height } = await createImageBitmap(await (await fetch(address)).blob());
    return [width, height];
  }, src ?? '');
  return { type: reply.headers()['content-type'], size };
}

test('a picture is cropped to a square from 30 % of its width, nudged by keys, and becomes a 500 × 500 JPEG', async ({
  signedIn: page,
  platform,
}) => {
  await expect(page.getByText('There is no image yet.')).toBeVisible();
  await looksRightEverywhere(page, 'outlet image none');
  await choose(page, picture(2400, 1800));
  await expect(selection(page)).toBeVisible();
  const shown = await page.getByRole('img', { name: 'What you chose' }).boundingBox();
  const start = await boxOf(page);
  expect(start.width / (shown?.width ?? 0)).toBeCloseTo(0.3, 2);
  expect(Math.abs(start.width - start.height)).toBeLessThan(1);
  await selection(page).focus();
  for (const [keys, distance] of [
    ['ArrowRight', 1],
    ['Shift+ArrowRight', 10],
    ['Control+ArrowRight', 100],
  ] as const) {
    const before = await boxOf(page);
    await page.keyboard.press(keys);
    await expect.poll(async () => (await boxOf(page)).x - before.x, keys).toBeCloseTo(distance, 0);
  }
  await looksRightEverywhere(page, 'outlet image crop');

  const signed = page.waitForRequest((request) => request.url().includes('/sign-s3-file'));
  const put = page.waitForRequest((request) => request.method() === 'PUT');
  await page.getByRole('button', { name: 'Upload' }).click();
  const query = new URL((await signed).url()).searchParams;
  expect(query.get('file-name')).toBe(`${platform.outletId}.jpeg`);
  expect(query.get('file-type')).toBe('image/jpeg');
  expect(Number(query.get('file-size'))).toBeGreaterThan(0);
  const headers = await (await put).allHeaders();
  expect(headers['content-type']).toBe('image/jpeg');
  expect(headers).not.toHaveProperty('authorization');
  await expect(page.getByText('The outlet image was saved.')).toBeVisible();
  expect(await publicImage(page)).toEqual({ type: 'image/jpeg', size: [500, 500] });
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Outlet Image' })).toContainText(
    'Shown to your customers',
  );
});

test('a small picture is not enlarged', async ({ signedIn: page }) => {
  await choose(page, picture(300, 300));
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('The outlet image was saved.')).toBeVisible();
  expect((await publicImage(page)).size).toEqual([90, 90]);
});

test('one image and nothing else, chosen or dropped', async ({ signedIn: page }) => {
  const problem = (text: string) => page.getByRole('alert').filter({ hasText: text });
  const drop = (files: { name: string; type: string }[]) =>
    page.evaluate((files) => {
      const dropped = new DataTransfer();
      for (const { name, type } of files) dropped.items.add(new File(['x'], name, { type }));
      document.body.dispatchEvent(
        new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }),
      );
    }, files);
  await drop([
    { name: 'a.png', type: 'image/png' },
    { name: 'b.png', type: 'image/png' },
  ]);
  await expect(problem('Please choose a single image.')).toBeVisible();
  await drop([{ name: 'menu.pdf', type: 'application/pdf' }]);
  await expect(problem('menu.pdf is not an image. Please choose one.')).toBeVisible();
  await drop([{ name: 'broken.png', type: 'image/png' }]);
  await expect(problem('This picture cannot be read. Please choose another.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload' })).toBeHidden();
  await looksRightEverywhere(page, 'outlet image refused');
});

test('an upload shows how far it is; one that fails keeps the picture, says what to press, and works at the next press', async ({
  signedIn: page,
}) => {
  await choose(page, picture(1000, 1000));
  let fail: (() => void) | undefined;
  await page.route('**/api/images/uploads/**', async (route) => {
    await new Promise<void>((resolve) => (fail = resolve));
    await route.abort();
  });
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('progressbar', { name: 'Uploading' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upload' })).toBeDisabled();
  await expect.poll(() => fail).toBeDefined();
  fail?.();
  const problem = page.getByRole('alert').filter({ hasText: 'press Upload to try again' });
  await expect(problem).toContainText('The server cannot be reached.');
  await expect(selection(page)).toBeVisible();
  await looksRightEverywhere(page, 'outlet image failed');
  await page.unroute('**/api/images/uploads/**');
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByText('The outlet image was saved.')).toBeVisible();
  await expect(problem).toBeHidden();
});
