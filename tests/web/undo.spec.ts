import { expect, type Page } from 'playwright/test';
import { looksRight } from '../support/browser/looks-right.ts';
import { ownPlatform as test } from '../support/shop/on-platform.ts';
import { card } from '../support/shop/shift.ts';

const said = (page: Page, words: string) => page.getByRole('status').filter({ hasText: words });

test('a step is taken back where it was pressed: on the card, in the order, or by key (D26)', async ({
  onBoard: page,
  platform,
}) => {
  const { order } = await platform.placeOrder();
  const number = order.orderNumber;
  const onCard = card(page, number);
  const undo = onCard.getByRole('button', { name: `Undo, order ${number}` });
  await onCard.getByRole('button', { name: `Accept order ${number}` }).click();
  await expect(onCard).toContainText('Waiting');
  await expect(said(page, `Order ${number}: Waiting`).getByRole('button')).toHaveCount(0);
  await looksRight(page, 'undo on the card');
  await expect(undo).toHaveCount(0, { timeout: 10_000 });

  await onCard.getByRole('button', { name: `Start order ${number}` }).click();
  await expect(onCard).toContainText('In Progress');
  await undo.click();
  await expect(onCard).toContainText('Waiting');
  await expect(undo).toHaveCount(0);

  await onCard.locator('[data-opens-order]').click();
  const detail = page.getByRole('complementary', { name: `Order ${number}` });
  await detail.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Move back' }).click();
  await expect(onCard.getByRole('button', { name: `Accept order ${number}` })).toBeVisible();
  await expect(detail.getByRole('button', { name: `Undo, order ${number}` })).toBeVisible();
  await page.keyboard.press('u');
  await expect(onCard).toContainText('Waiting');
});

test('where the order has left the screen, what was done stays with its Undo (D26)', async ({
  onBoard: page,
  platform,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  const { order } = await platform.placeOrder();
  const number = order.orderNumber;
  const accept = card(page, number).getByRole('button', { name: `Accept order ${number}` });
  await accept.click();
  await expect(card(page, number)).toHaveCount(0);
  const undo = said(page, `Order ${number}: Waiting`).getByRole('button', { name: 'Undo' });
  await undo.click();
  await accept.click();
  await expect(undo).toBeVisible();
  // Undo may go while it is looked at: it stays for five seconds.
  await looksRight(page, 'undo below the board');
});
