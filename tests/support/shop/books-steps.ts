import type { Order } from '#shared/api/orders.ts';
import type { Payouts } from '#shared/api/payouts.ts';
import { pence } from '#shared/base/money.ts';
import type { CardShop } from './card-shop.ts';
import { later, server } from './set-up.ts';

export const DAY_MS = 24 * 60 * 60_000;
export const aDayLater = async () => {
  await later(DAY_MS);
  // What was booked within the last minute is compared with the ledger in the next reading.
  await later(61_000);
};
export const read = async <Body = Payouts>(shop: CardShop, path = '/sellers/payouts'): Promise<Body> =>
  (await shop.send('GET', path)).body;
export const refund = (shop: CardShop, id: string, amountToRefund: number) =>
  shop.send('POST', `/sellers/orders/refund/${id}`, { amountToRefund });

export async function closed(shop: CardShop, tip = 0, paymentMethod = 'pm_card_visa'): Promise<Order> {
  const { id } = (await shop.place({ tip: pence(tip), paymentMethod })).body.order;
  await shop.deliver(id);
  return (await shop.send('POST', `/sellers/orders/complete/${id}`)).body;
}
export const named = ({ unexplained: { differences } }: Payouts) =>
  differences.map(({ cause, amount, order, booked }) => ({
    cause,
    amount,
    orderId: order?.id ?? null,
    booked,
  }));
/** The ledger of a shop's card account: what each account holds. */
export async function ledgerOf(shop: CardShop): Promise<Record<string, number>> {
  const entries = await server.database.kysely
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_transactions as t', 't.id', 'e.transaction_id')
    .select(['e.account', 'e.amount'])
    .where((is) => is.or([is('t.outlet_id', '=', shop.outletId), is('t.card_account', '=', shop.account.id)]))
    .execute();
  return entries.reduce<Record<string, number>>(
    (sums, { account, amount }) => ({ ...sums, [account]: (sums[account] ?? 0) + amount }),
    {},
  );
}
export const balanceOf = ({ account }: CardShop) =>
  account.balance.reduce((total, { net }) => total + net, 0);

/** An order that its till closed, while the answer to the capture was lost. */
export async function closedWithoutAnswer(shop: CardShop): Promise<string> {
  const { id } = (await shop.place()).body.order;
  await shop.deliver(id);
  await shop.send('POST', `/sellers/orders/complete/${id}`);
  return id;
}
