import { expect } from 'playwright/test';
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
  await looksRightEverywhere(page, 'settings, a wrong password');
  await form.getByLabel('Old password').fill(platform.password);
  await form.getByRole('button', { name: 'Change password' }).click();
  await expect(form).toBeHidden();
  await expect(rows).toHaveCount(1);
});
