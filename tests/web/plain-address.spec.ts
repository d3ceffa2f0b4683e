import { expect } from 'playwright/test';
import { chromiumArgs } from '../support/browser/chromium.ts';
import { signInBeside } from '../support/browser/kept-sign-in.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';

const { CHROMIUM_PATH: chromium, HEADLESS_SHELL_PATH: executablePath = chromium } = process.env;
/** A name for loopback that browsers do not take for it, like an address of the network. */
const NAME = 'till.example';
test.use({
  launchOptions: {
    args: [...chromiumArgs, `--host-resolver-rules=MAP ${NAME} 127.0.0.1`],
    ...(executablePath && { executablePath }),
  },
});

test('a page at a plain address of the network goes on with a new token when its own has ended', async ({
  page,
  platform,
}) => {
  const origin = `http://${NAME}:${new URL(platform.origin).port}`;
  const kept = await signInBeside(platform.origin, platform.email, platform.password);
  // A page of the same origin without a script.
  await page.goto(`${origin}/mark.svg`);
  await page.evaluate(
    (entries) => {
      for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    },
    { ...kept, accessToken: 'ended' },
  );
  await page.goto(`${origin}/outlets`);
  expect(await page.evaluate(() => [isSecureContext, 'locks' in navigator])).toEqual([false, false]);
  await expect(page.getByRole('link', { name: 'LIVE The Old Ferry' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('accessToken'))).not.toBe('ended');
});
