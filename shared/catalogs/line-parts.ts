import type { PlaceOrderBody } from '../api/guest-orders.ts';

type Line = Pick<PlaceOrderBody['items'][number], 'itemId' | 'modifications'>;
type Menu<Entry> = readonly { list: readonly Entry[] }[];
type Chosen<Option> = { id: string; modifiers: readonly { id: string; list: readonly Option[] }[] };

/** A line's item, and the options that were chosen, as far as they are on the menu. */
export function partsOfLine<Entry, Option extends { name: string }>(
  categories: Menu<Entry & Chosen<Option>>,
  { itemId, modifications = [] }: Line,
): (Entry | Option)[] {
  const item = itemOf(categories, itemId);
  const options = modifications.flatMap(
    ({ modifierId, option }) =>
      item?.modifiers.find(({ id }) => id === modifierId)?.list.find(({ name }) => name === option) ?? [],
  );
  return item ? [item, ...options] : [];
}

export function itemOf<Entry extends { id: string }>(
  categories: Menu<Entry>,
  itemId: string,
): Entry | undefined {
  for (const { list } of categories) {
    const found = list.find(({ id }) => id === itemId);
    if (found) return found;
  }
  return undefined;
}
