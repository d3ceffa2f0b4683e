import { expect, type Page } from 'playwright/test';
import type { Till } from './till.ts';

/** Presses that button of every system dialog; returns a function that lists their texts. */
export async function answerDialogs({ app }: Till, response: number): Promise<() => Promise<string[]>> {
  await app.evaluate(({ dialog }, pressed) => {
    const shown: string[] = [];
    Object.assign(globalThis, { shownDialogs: shown });
    dialog.showMessageBox = ((options: { message: string }) => {
      shown.push(options.message);
      return Promise.resolve({ response: pressed, checkboxChecked: false });
    }) as never;
  }, response);
  return () => app.evaluate(() => (globalThis as unknown as { shownDialogs: string[] }).shownDialogs);
}

export async function openSettings(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByRole('heading', { name: 'Printers' })).toBeVisible();
}

/** Sets up a network printer that prints tickets as orders arrive, and waits until it is ready. */
export async function addPrinter(page: Page, address: string): Promise<void> {
  await openSettings(page);
  await page.getByRole('button', { name: 'Add a printer' }).click();
  const form = page.getByRole('form', { name: 'Printer', exact: true });
  await form.getByLabel('Address').fill(address);
  await form.getByRole('button', { name: 'Save printer' }).click();
  await expect(page.getByRole('article', { name: 'Kitchen' })).toContainText('Ready');
}
