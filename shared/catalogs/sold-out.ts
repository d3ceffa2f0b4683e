import type { Category, Item, ModifierOption } from '../api/catalogs.ts';

/** An item, or one option of one of its modifiers, that is sold out until a time or until `"session"` is over (D37). */
export type SoldOutMark = {
  itemId: string;
  modifierId?: string | undefined;
  option?: string | undefined;
  until: string;
};
export type SoldOutPlace = Omit<SoldOutMark, 'until'>;

/** The categories with each mark at its place; whatever they said of themselves before is gone. */
export function withSoldOut(categories: readonly Category[], marks: readonly SoldOutMark[]): Category[] {
  const untilByPlace = new Map(marks.map((mark) => [keyOf(mark), mark.until]));
  return categories.map((category) => ({
    ...category,
    list: category.list.map((item) => ({
      ...marked(item, untilByPlace.get(keyOf({ itemId: item.id }))),
      modifiers: item.modifiers.map((modifier) => ({
        ...modifier,
        list: modifier.list.map((option) =>
          marked(
            option,
            untilByPlace.get(keyOf({ itemId: item.id, modifierId: modifier.id, option: option.name })),
          ),
        ),
      })),
    })),
  }));
}

/** The marks after one more was set, or taken away with null. Those whose time is over go, too. */
export function markSoldOut(
  marks: readonly SoldOutMark[],
  place: SoldOutPlace,
  until: string | null,
  now: Date,
): SoldOutMark[] {
  const others = marks.filter((mark) => keyOf(mark) !== keyOf(place));
  const { itemId, modifierId, option } = place;
  const all = until === null ? others : [...others, { itemId, modifierId, option, until }];
  return all.filter((mark) => mark.until === 'session' || Date.parse(mark.until) > now.getTime());
}

/** Whether the categories have such an item, and where the place names one, such an option. */
export function hasPlace(
  categories: readonly Category[],
  { itemId, modifierId, option }: SoldOutPlace,
): boolean {
  const item = categories.flatMap((category) => category.list).find(({ id }) => id === itemId);
  if (!item || option === undefined) return item !== undefined;
  const modifier = item.modifiers.find(({ id }) => id === modifierId);
  return modifier?.list.some(({ name }) => name === option) ?? false;
}

function marked<T extends Item | ModifierOption>(entry: T, until: string | undefined): T {
  const { soldOutUntil: _before, ...rest } = entry;
  // What is left is the entry without a field that may be missing.
  return (until === undefined ? rest : { ...rest, soldOutUntil: until }) as T;
}

function keyOf({ itemId, modifierId, option }: SoldOutPlace): string {
  return JSON.stringify([itemId, modifierId ?? null, option ?? null]);
}
