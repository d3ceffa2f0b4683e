import { expect, it } from 'vitest';
import type { Dispute } from '#shared/api/payouts.ts';
import { aDayLater, closed, DAY_MS, ledgerOf, read } from '../../../tests/support/shop/books-steps.ts';
import { cardShop } from '../../../tests/support/shop/card-shop.ts';
import { setUpStripe, stripe } from '../../../tests/support/shop/set-up-cards.ts';
import { later, server } from '../../../tests/support/shop/set-up.ts';

setUpStripe();

it('disputes are inquiries while the customer’s bank only asks, with nothing taken back, until it has finished (D52)', async () => {
  const shop = await cardShop(server, stripe);
  const { id } = await closed(shop, 300);
  await aDayLater();
  const before = await ledgerOf(shop);
  const asked = shop.account.books.inquire(shop.intentOf(id));
  const states = async () => {
    await aDayLater();
    return (await read<{ disputes: Dispute[] }>(shop, '/sellers/disputes')).disputes.map(
      ({ state }) => state,
    );
  };
  expect(await states()).toEqual(['inquiry']);
  expect(await ledgerOf(shop)).toEqual(before);
  await later(40 * DAY_MS);
  asked.status = 'warning_under_review';
  expect(await states()).toEqual(['inquiry-under-review']);
  await later(40 * DAY_MS);
  asked.status = 'warning_closed';
  expect(await states()).toEqual(['closed']);
});
