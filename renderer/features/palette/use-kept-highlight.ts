import { useLayoutEffect, useRef } from 'react';
import type { Entry } from './entries.ts';

type Listed = {
  found: readonly Pick<Entry, 'id'>[];
  highlightedIndex: number;
  setHighlightedIndex: (index: number) => void;
};

/**
 * Keeps the highlight on its entry while others come and go around it; once that has gone itself, on the one in its place,
 * or the last. The first is no choice yet: whatever comes to stand there is highlighted.
 */
export function useKeptHighlight({ found, highlightedIndex, setHighlightedIndex }: Listed): void {
  const last = useRef(found);
  useLayoutEffect(
    function followTheEntry() {
      const before = last.current;
      last.current = found;
      if (highlightedIndex <= 0) return;
      const id = before[highlightedIndex]?.id;
      const own = found.findIndex((entry) => entry.id === id);
      const index = own >= 0 ? own : Math.min(highlightedIndex, found.length - 1);
      if (index !== highlightedIndex) setHighlightedIndex(index);
    },
    [found, highlightedIndex, setHighlightedIndex],
  );
}
