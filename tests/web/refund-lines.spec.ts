import { expect } from 'playwright/test';
import { itemsOf } from '../../renderer/catalog-model/content.ts';
import { formatPence } from '#shared/base/money.ts';
import { looksRight } from '../support/browser/looks-right.ts';
import { firstCatalog } from '../support/shop/catalog-editing.ts';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';
import { line } from '../support/shop/platform.ts';
import { card, openLive } from '../support/shop/shift.ts';

test('a line that sold out since offers its refund, for as many as are chosen, and the order keeps which (D28)', async ({
  signedIn: page,
  platform,
  seller,
}) => {
  await openLive(page);
  const order = await seller.closedOrder({ items: [line(platform.menu, 'Ferry burger', 4)] });
  const menu = await firstCatalog(seller);
  const { id: itemId } = itemsOf(menu).find(({ name }) => name === 'Ferry burger') ?? { id: '' };
  const soldOut = (until: string | null) =>
    seller.call('POST', `/sellers/catalogs/${menu.id}/sold-out`, { itemId, until });
  await soldOut('session');
  // The board renders only visible cards, and this is one of many.
  await page.getByLabel('Search orders').fill(`#${order.orderNumber}`);
  await card(page, order.orderNumber).locator('[data-opens-order]').click();
  const detail = page.getByRole('complementary', { name: `Order ${order.orderNumber}` });
  const dialog = page.getByRole('dialog', { name: /^Refund order/ });
  const amount = dialog.getByLabel('Amount to refund');
  const offer = detail.getByRole('button', { name: /^Refund \d × Ferry burger$/ });
  await expect(offer).toHaveText('Refund 4 × Ferry burger');
  await offer.click();
  const each = (order.amount - order.tip) / 4;
  await expect(amount).toHaveValue(formatPence(each * 4).slice(1));
  await dialog.getByLabel('How many Ferry burger').selectOption('1');
  await expect(amount).toHaveValue(formatPence(each).slice(1));
  await looksRight(page, 'a refund by line');
  await dialog.getByRole('checkbox', { name: /^Yes, refund/ }).check();
  const sent = page.waitForRequest('**/sellers/orders/refund/*');
  await dialog.getByRole('button', { name: 'Partial Refund' }).click();
  await expect(detail.getByText(/^Refund, .* · 1 × Ferry burger$/)).toBeVisible();
  await expect(detail.getByRole('list', { name: 'Timeline' })).toContainText(' · 1 × Ferry burger');
  await expect(offer).toHaveText('Refund 3 × Ferry burger');
  expect((await sent).postDataJSON()).toMatchObject({
    amountToRefund: each,
    lines: [{ id: order.items[0]?.id, quantity: 1 }],
  });
  await soldOut(null);
});
