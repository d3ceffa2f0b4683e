import type { PlaceOrderBody } from '#shared/api/guest-orders.ts';
import { formatPence } from '#shared/base/money.ts';
import { heldPrices } from '#shared/catalogs/held-prices.ts';
import { priceOrder, type PricedOrder } from '#shared/catalogs/pricing.ts';
import { refuse, type Refusal } from '../../http/refusal.ts';
import type { CurrentMenu, MenuCatalog } from './menu-cache.ts';
import { outsideHours, unsellable } from './placing-refusals.ts';

/** The order at the prices that its guest was shown, if nothing of it is outside its hours. */
export function pricedNow(
  { facts: { zone, putOff }, portions }: CurrentMenu,
  { offers }: MenuCatalog,
  body: PlaceOrderBody,
  now: Date,
): PricedOrder | Refusal {
  const asOf = body.menuAsOf === undefined ? null : Date.parse(body.menuAsOf);
  const prices = heldPrices(offers, { now: now.getTime(), zone, putOff }, asOf);
  const priced = priceOrder(prices, body, now, (index) => String(index + 1), portions);
  if ('fields' in priced)
    return priced.outsideHours ? outsideHours(priced.fields) : unsellable(priced.fields);
  if (prices.risen.length > 0) {
    const names = [...new Set(prices.risen)].join(', ');
    return pricesChanged(`The happy hour is over for ${names}. Please look at the menu again.`);
  }
  if (body.expectedAmount === undefined || priced.amount <= body.expectedAmount) return priced;
  return pricesChanged(
    `A price has just changed: all of it is ${formatPence(priced.amount)} now. Please look at it again.`,
  );
}

const pricesChanged = (message: string): Refusal => refuse(409, 'PRICES_CHANGED', message);
