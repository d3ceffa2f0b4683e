import { useState } from 'react';
import type { Entry } from './entries.ts';

type Place = { id: string | undefined; index: number };

/**
 * Which entry of a list is highlighted: its first, until another one is. That one stays highlighted while others come and
 * go around it; once it has gone itself, the one in its place is, or the last.
 */
export function useHighlight(found: readonly Pick<Entry, 'id'>[]) {
  const [chosen, choose] = useState<Place | null>(null);
  const placeAt = (index: number): Place => ({ id: found[index]?.id, index });
  const own = found.findIndex(({ id }) => id === chosen?.id);
  const place = placeAt(own >= 0 ? own : Math.min(chosen?.index ?? 0, found.length - 1));
  if (chosen && (place.id !== chosen.id || place.index !== chosen.index))
    choose(place.id === undefined ? null : place);
  return {
    /** -1 while nothing is found. */
    highlightedIndex: place.index,
    highlight: (index: number) => choose(index < 0 ? null : placeAt(index)),
    highlightFirst: () => choose(null),
  };
}
