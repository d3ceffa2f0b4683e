import type { Item, ModifierOption } from '../api/catalogs.ts';
import type { PlaceOrderBody } from '../api/guest-orders.ts';

type Line = Pick<PlaceOrderBody['items'][number], 'itemId' | 'modifications'>;
type Menu<T extends Item> = readonly { list: readonly T[] }[];

/** A line's item, and the options that were chosen, as far as they are on the menu. */
export function partsOfLine<T extends Item>(
  categories: Menu<T>,
  { itemId, modifications = [] }: Line,
): (T | ModifierOption)[] {
  const item = itemOf(categories, itemId);
  const options = modifications.flatMap(
    ({ modifierId, option }) =>
      item?.modifiers.find(({ id }) => id === modifierId)?.list.find(({ name }) => name === option) ?? [],
  );
  return item ? [item, ...options] : [];
}

export function itemOf<T extends Item>(categories: Menu<T>, itemId: string): T | undefined {
  for (const { list } of categories) {
    const found = list.find(({ id }) => id === itemId);
    if (found) return found;
  }
  return undefined;
}
