import { brotliCompressSync } from 'node:zlib';
import { expect, test } from 'playwright/test';
import { startPlatform, type TestPlatform } from '../support/platform.ts';

let platform: TestPlatform;
test.beforeAll(async () => {
  platform = await startPlatform();
});
test.afterAll(() => platform.stop());

/** Half of what a sign-in page of antd's form, React, Redux Toolkit and the router weighs, in bytes of brotli. */
const MOST_SCRIPT = 98_500;

test('M10 the sign-in page takes at most 6 scripts and half the weight of one made with antd', async ({
  page,
}) => {
  const scripts: Promise<number>[] = [];
  page.on('response', (response) => {
    if (response.request().resourceType() === 'script')
      scripts.push(response.body().then((body) => brotliCompressSync(body).length));
  });
  await page.goto(`${platform.origin}/sign-in`);
  await expect(page.getByLabel('Password')).toBeVisible();
  await page.waitForLoadState('networkidle');
  const sizes = await Promise.all(scripts);
  expect(sizes.length).toBeGreaterThan(0);
  expect(sizes.length).toBeLessThanOrEqual(6);
  expect(sizes.reduce((total, size) => total + size, 0)).toBeLessThanOrEqual(MOST_SCRIPT);
});
