import { expect } from 'playwright/test';
import { refusedText, textBecomes } from '../support/browser/text-becomes.ts';
import { looksRightEverywhere } from '../support/browser/looks-right.ts';
import { signIn } from '../support/shop/shift.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

test('sign-in and security: another browser is signed out, and the password is changed', async ({
  page,
  browser,
  platform,
}) => {
  const elsewhere = await browser.newContext();
  const other = await elsewhere.newPage();
  await other.goto(platform.origin);
  await signIn(other, platform);
  await page.goto(platform.origin);
  await signIn(page, platform);
  await page.getByRole('link', { name: 'Settings' }).click();
  const section = page.getByRole('region', { name: 'Sign-in and security' });
  const rows = section.getByRole('list', { name: 'Sign-ins' }).getByRole('listitem');
  await expect(rows).toHaveCount(2);
  await expect(rows.filter({ hasText: 'This one' })).toHaveCount(1);
  await looksRightEverywhere(page, 'settings, signed in twice');

  await section.getByRole('button', { name: /^End: / }).click();
  await expect(rows).toHaveCount(1);
  await expect(other.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await elsewhere.close();

  await section.getByRole('button', { name: 'Change password' }).click();
  const form = section.getByRole('form', { name: 'Change password' });
  await form.getByLabel('Old password').fill('not the password');
  await form.getByLabel('New password').fill('another pass wörd');
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form.getByText('This is not your password.')).toBeVisible();
  await expect(form.getByLabel('Old password')).toBeFocused();
  await looksRightEverywhere(page, 'settings, a wrong password');
  await form.getByLabel('Old password').fill(platform.password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form).toBeHidden();
  await expect(rows).toHaveCount(1);
});

test('no text becomes markup, a script or a worker, neither in the app nor on a public page', async ({
  page,
  platform,
}) => {
  for (const path of ['/sign-in', '/']) {
    await page.goto(platform.origin + path);
    expect(await page.evaluate(textBecomes), path).toEqual(refusedText);
  }
  // Without the policy all of it is made.
  await page.route('**/pricing', async (route) => {
    const response = await route.fetch();
    const { 'content-security-policy': _policy, ...headers } = response.headers();
    await route.fulfill({ response, headers });
  });
  await page.goto(`${platform.origin}/pricing`);
  const made = { markup: 'made', script: 'made', worker: 'made', policy: 'made' };
  expect(await page.evaluate(textBecomes)).toEqual(made);
});
