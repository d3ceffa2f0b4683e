import type { LimitName, Limits } from './limits.ts';

/** Something that counts against a limit for as long as it is there. */
export type Held = { limit: LimitName; subject: string };

/** Takes a place for what counts against all of these; null if one of them is full. The result gives it back. */
export type TakePlace = (held: Held[]) => (() => void) | null;

/**
 * Counts what is there at once. A place is taken in the moment in which it is asked for: of those who ask together, none
 * finds the room that another one was given.
 */
export function places(limits: Pick<Limits, LimitName>): TakePlace {
  const taken = new Map<string, number>();
  const countOf = (name: string) => taken.get(name) ?? 0;
  const nameOf = ({ limit, subject }: Held) => `${limit} ${subject}`;
  return (held) => {
    if (held.some((one) => countOf(nameOf(one)) >= limits[one.limit].most)) return null;
    const names = held.map(nameOf);
    for (const name of names) taken.set(name, countOf(name) + 1);
    let over = false;
    return () => {
      if (over) return;
      over = true;
      for (const name of names)
        if (countOf(name) > 1) taken.set(name, countOf(name) - 1);
        else taken.delete(name);
    };
  };
}
