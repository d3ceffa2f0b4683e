import { useEffect, useRef } from 'react';

/**
 * Asks a query again for each change that was heard of, counted from 1. An answer that is on its way may be from before
 * the change: then once it is here.
 */
export function useAskAgain(
  changes: number,
  query: { isFetching: boolean; isUninitialized: boolean; refetch: () => unknown },
): void {
  const { isFetching, isUninitialized, refetch } = query;
  const askedFor = useRef(0);
  useEffect(
    function askAgain() {
      if (isFetching || isUninitialized || changes === askedFor.current) return;
      askedFor.current = changes;
      if (changes > 0) void refetch();
    },
    [changes, isFetching, isUninitialized, refetch],
  );
}
