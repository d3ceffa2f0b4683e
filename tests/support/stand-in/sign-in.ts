import { expect, type Page } from 'playwright/test';
import type { StandIn } from './stand-in-server.ts';

/** Signs in through the form, after signing out if needed. */
export async function signInAt(page: Page, { origin }: StandIn, email: string, home: string): Promise<void> {
  await page.goto(`${origin}/mark.svg`);
  await page.evaluate(() => localStorage.clear());
  await page.goto(`${origin}/sign-in`);
  await fillInSignIn(page, email, home);
}

/** Signs in through the open form. */
export async function fillInSignIn(page: Page, email: string, home: string): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill('anything at all');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByRole('heading', { name: home })).toBeVisible();
}
