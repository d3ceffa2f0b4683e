import { expect, type Page } from 'playwright/test';

/** The browser stores nothing of the person who has signed out; the public page is just loading. */
export async function nothingIsLeftBehind(page: Page): Promise<void> {
  const entries = () =>
    page
      .evaluate(() => [...Object.entries(localStorage), ...Object.entries(sessionStorage)])
      .then((all) => all.filter(([, value]) => value !== '[]'))
      .catch(() => null);
  await expect.poll(entries, 'nothing is left behind').toEqual([]);
}
