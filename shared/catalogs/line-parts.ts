import type { PlaceOrderBody } from '../api/guest-orders.ts';

type Line = Pick<PlaceOrderBody['items'][number], 'itemId' | 'modifications'>;
type Choices = NonNullable<Line['modifications']>;
type Menu<Entry> = readonly { list: readonly Entry[] }[];
type Asks<Option> = { id: string; list: readonly Option[] };
type Chosen<Option> = { id: string; modifiers: readonly Asks<Option>[] };

/** A line's item, and the options that were chosen, as far as they are on the menu. */
export function partsOfLine<Entry, Option extends { name: string }>(
  categories: Menu<Entry & Chosen<Option>>,
  { itemId, modifications = [] }: Line,
): (Entry | Option)[] {
  const item = itemOf(categories, itemId);
  return item ? [item, ...optionsOf(item.modifiers, modifications).map(({ option }) => option)] : [];
}

/** The options that were chosen, each with its modifier: in the menu's order, whatever the order of the choices. */
export function optionsOf<Option extends { name: string }, Modifier>(
  modifiers: readonly (Modifier & Asks<Option>)[],
  choices: Choices,
): { modifier: Modifier; option: Option }[] {
  return modifiers.flatMap((modifier) =>
    modifier.list
      .filter(({ name }) =>
        choices.some(({ modifierId, option }) => modifierId === modifier.id && option === name),
      )
      .map((option) => ({ modifier, option })),
  );
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
