import type { Category, Item, ModifierOption } from '../api/catalogs.ts';
import { pence } from '../base/money.ts';
import type { VatRate } from '../base/labelling.ts';
import { withVatAdded } from '../base/vat.ts';

export type OutletVat = { rate: VatRate | null; pricesIncludeVat: boolean };

/**
 * A menu as guests see and pay it at an outlet: every item has its rate of VAT, its own or the outlet's, and every price
 * includes it, also if the seller's prices do not.
 */
export function withOutletVat(categories: readonly Category[], vat: OutletVat): Category[] {
  return categories.map((category) => ({
    ...category,
    list: category.list.map((item) => itemWithVat(item, vat)),
  }));
}

function itemWithVat(item: Item, { rate: outlets, pricesIncludeVat }: OutletVat): Item {
  const rate = item.vatRate ?? outlets ?? undefined;
  const priced = <T extends Item | ModifierOption>(entry: T, at: VatRate | undefined): T =>
    pricesIncludeVat || at === undefined ? entry : { ...entry, cost: pence(withVatAdded(entry.cost, at)) };
  return {
    ...priced(item, rate),
    ...(rate !== undefined && { vatRate: rate }),
    modifiers: item.modifiers.map((modifier) => ({
      ...modifier,
      list: modifier.list.map((option) => priced(option, option.vatRate ?? rate)),
    })),
  };
}
