import type { Category, Item, ModifierOption } from '../api/catalogs.ts';

/** An item, or one option of its modifiers, that is sold out until a time or until `"session"` ends. */
export type SoldOutMark = {
  itemId: string;
  modifierId?: string | undefined;
  option?: string | undefined;
  until: string;
  /**
   * With `until: "session"`: the trading sessions in which it was made. Empty if made while closed, until the next
   * opens.
   */
  sessions?: string[] | undefined;
};
export type SoldOutPlace = Pick<SoldOutMark, 'itemId' | 'modifierId' | 'option'>;

/** The categories with each mark in its place; marks that they had before are removed. */
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

/**
 * The marks after setting one, or removing it with null. Expired marks are dropped.
 * @param sessions the open trading sessions that sell from the catalog
 */
export function markSoldOut(
  marks: readonly SoldOutMark[],
  place: SoldOutPlace,
  until: string | null,
  sessions: string[],
  now: Date,
): SoldOutMark[] {
  const others = marks.filter((mark) => keyOf(mark) !== keyOf(place));
  const { itemId, modifierId, option } = place;
  const one = (ends: string) => ({
    itemId,
    modifierId,
    option,
    until: ends,
    ...(ends === 'session' && { sessions }),
  });
  const all: SoldOutMark[] = until === null ? others : [...others, one(until)];
  return marksStillOn(all, now);
}

/** Marks that have not expired. */
export function marksStillOn(marks: readonly SoldOutMark[], now: Date): SoldOutMark[] {
  return marks.filter(({ until }) => isStillSoldOut(until, now.getTime()));
}

/** @param until an ISO time, or `session` */
export function isStillSoldOut(until: string, now: number): boolean {
  return until === 'session' || Date.parse(until) > now;
}

/** The marks after a session opens: those made while closed now belong to it. */
export function marksAtStart(marks: readonly SoldOutMark[], sessionId: string): SoldOutMark[] {
  return marks.map((mark) => (mark.sessions?.length === 0 ? { ...mark, sessions: [sessionId] } : mark));
}

/**
 * The marks after an edit. Options have no ids: one whose name is gone is the option in its place, if that one's name is
 * new.
 */
export function marksAfterEdit(
  marks: readonly SoldOutMark[],
  before: readonly Category[],
  after: readonly Category[],
): SoldOutMark[] {
  return marks.map((mark) => {
    const [old, now] = [optionsAt(before, mark), optionsAt(after, mark)];
    if (mark.option === undefined || now.includes(mark.option)) return mark;
    const inItsPlace = now[old.indexOf(mark.option)];
    return inItsPlace === undefined || old.includes(inItsPlace) ? mark : { ...mark, option: inItsPlace };
  });
}

/** The names of the options among which a place is. */
function optionsAt(categories: readonly Category[], { itemId, modifierId }: SoldOutPlace): string[] {
  const item = categories.flatMap((category) => category.list).find(({ id }) => id === itemId);
  return item?.modifiers.find(({ id }) => id === modifierId)?.list.map(({ name }) => name) ?? [];
}

/** Whether the categories contain that item and, if named, that option. */
export function hasPlace(
  categories: readonly Category[],
  { itemId, modifierId, option }: SoldOutPlace,
): boolean {
  if (option !== undefined) return optionsAt(categories, { itemId, modifierId }).includes(option);
  return categories.some(({ list }) => list.some(({ id }) => id === itemId));
}

function marked<T extends Item | ModifierOption>(entry: T, until: string | undefined): T {
  const { soldOutUntil: _before, ...rest } = entry;
  // The entry without a field that is optional.
  return (until === undefined ? rest : { ...rest, soldOutUntil: until }) as T;
}

function keyOf({ itemId, modifierId, option }: SoldOutPlace): string {
  return JSON.stringify([itemId, modifierId ?? null, option ?? null]);
}
