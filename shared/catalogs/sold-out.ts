import type { Category, Item, ModifierOption } from '../api/catalogs.ts';

/** An item, or one option of one of its modifiers, that is sold out until a time or until `"session"` is over (D37). */
export type SoldOutMark = {
  itemId: string;
  modifierId?: string | undefined;
  option?: string | undefined;
  until: string;
  /** With `until: "session"`: the trading sessions it was made in. Made while closed: none, until the next one opens. */
  sessions?: string[] | undefined;
};
export type SoldOutPlace = Pick<SoldOutMark, 'itemId' | 'modifierId' | 'option'>;

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

/**
 * The marks after one more was set, or taken away with null. Those whose time is over go, too.
 * @param sessions the trading sessions that sell from the catalog now
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

/** Those whose time is not over. */
export function marksStillOn(marks: readonly SoldOutMark[], now: Date): SoldOutMark[] {
  return marks.filter(({ until }) => isStillSoldOut(until, now.getTime()));
}

/** @param until an ISO time, or `session` */
export function isStillSoldOut(until: string, now: number): boolean {
  return until === 'session' || Date.parse(until) > now;
}

/** The marks once a session opens that sells by them: those made while closed are for it. */
export function marksAtStart(marks: readonly SoldOutMark[], sessionId: string): SoldOutMark[] {
  return marks.map((mark) => (mark.sessions?.length === 0 ? { ...mark, sessions: [sessionId] } : mark));
}

/** The marks once a session is over: those made in no other that is still open go. */
export function marksAtFinish(marks: readonly SoldOutMark[], sessionId: string): SoldOutMark[] {
  return marks.flatMap((mark) => {
    if (!mark.sessions?.includes(sessionId)) return [mark];
    const sessions = mark.sessions.filter((id) => id !== sessionId);
    return sessions.length > 0 ? [{ ...mark, sessions }] : [];
  });
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
