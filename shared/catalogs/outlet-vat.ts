import type { Category, Item, ModifierOption, Serving } from '../api/catalogs.ts';
import { pence } from '../base/money.ts';
import type { VatRate } from '../base/labelling.ts';
import { withVatAdded } from '../base/vat.ts';

export type OutletVat = { rate: VatRate | null; pricesIncludeVat: boolean };

/**
 * A menu as guests see and pay it at an outlet: every item has its rate of VAT, its own or the outlet's, and every price
 * includes it, also if the seller's prices do not. Each item has the happy hour that concerns it, its own or its
 * category's.
 */
export function withOutletVat(categories: readonly Category[], vat: OutletVat): Category[] {
  return categories.map(({ happyHour, ...category }) => ({
    ...category,
    list: category.list.map((item) => itemWithVat(withHappyHour(item, happyHour), vat)),
  }));
}

function withHappyHour(item: Item, categorys: Serving['happyHour']): Item {
  return item.happyHour || !categorys ? item : { ...item, happyHour: categorys };
}

function itemWithVat(item: Item, { rate: outlets, pricesIncludeVat }: OutletVat): Item {
  const rate = item.vatRate ?? outlets ?? undefined;
  const priced = <T extends Item | ModifierOption | NonNullable<Item['happyHour']>>(
    entry: T,
    at: VatRate | undefined,
  ): T =>
    pricesIncludeVat || at === undefined ? entry : { ...entry, cost: pence(withVatAdded(entry.cost, at)) };
  return {
    ...priced(item, rate),
    ...(item.happyHour && { happyHour: priced(item.happyHour, rate) }),
    ...(rate !== undefined && { vatRate: rate }),
    modifiers: item.modifiers.map((modifier) => ({
      ...modifier,
      list: modifier.list.map((option) => priced(option, option.vatRate ?? rate)),
    })),
  };
}
