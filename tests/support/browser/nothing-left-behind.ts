import { expect, type Page } from 'playwright/test';

/** The browser keeps nothing of whoever has signed out, whose page is replaced by the public one just then. */
export async function nothingIsLeftBehind(page: Page): Promise<void> {
  const entries = () => page.evaluate(() => localStorage.length).catch(() => null);
  await expect.poll(entries, 'nothing is left behind').toBe(0);
}
