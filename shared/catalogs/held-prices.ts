import { HONOURED_MS, hoursText, type Moment } from '../base/menu-hours.ts';
import type { PriceList } from './pricing.ts';
import type { Offer, Offers } from './served.ts';

/** The prices of one order; `risen` has the items that cost more than the menu said from which they were chosen. */
export type HeldPrices = PriceList & { risen: string[] };

/**
 * The prices for an order that was chosen from a menu of `asOf`. What was served five minutes ago, or at `asOf` if that is
 * later, is still sold, at the lower of both prices: so a guest who began before the cut gets what they saw, and nobody
 * gains more than five minutes by a false `asOf`.
 * @param asOf in Unix ms; null if the order does not say
 */
export function heldPrices(offers: Offers, moment: Moment, asOf: number | null): HeldPrices {
  const { now } = moment;
  const risen: string[] = [];
  const chosenAt = asOf === null ? now : Math.min(asOf, now);
  const heldAt = Math.max(chosenAt, now - HONOURED_MS);
  return {
    risen,
    get(itemId) {
      const offer = better(offers(itemId, moment), offers(itemId, { ...moment, now: heldAt }));
      if (!offer) return undefined;
      if (!('item' in offer))
        return {
          name: offer.name,
          notServed: `${offer.name} is not served now. Its hours: ${hoursText(offer.outside)}.`,
        };
      const seen = offers(itemId, { ...moment, now: chosenAt });
      if (seen && 'item' in seen && seen.item.cost < offer.item.cost) risen.push(offer.item.name);
      return { ...offer.item, categoryId: offer.categoryId };
    },
  };
}

function better(now: Offer | undefined, then: Offer | undefined): Offer | undefined {
  if (!then || !('item' in then)) return now;
  if (!now || !('item' in now)) return then;
  return then.item.cost < now.item.cost ? then : now;
}
