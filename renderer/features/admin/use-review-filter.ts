import { useCallback, useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { ReviewFilter } from '../../api/admin-api.ts';

const SETTLED_AFTER_MS = 250;

/**
 * The filter as typed, and as `asked` what the server is asked for: the same after a pause in typing. The address keeps
 * it, so that Back returns to what was found.
 */
export function useReviewFilter() {
  const [query, setQuery] = useSearchParams();
  const settled = query.get('search') ?? '';
  // Which there are is the server's to say.
  const status = (query.get('status') ?? '') as ReviewFilter['status'];
  const [search, setSearch] = useState(settled);
  // What this screen wrote into the address last; anything else there comes from a link, and is shown.
  const written = useRef(settled);

  useEffect(
    function showWhatALinkAsksFor() {
      if (settled === written.current) return;
      written.current = settled;
      setSearch(settled);
    },
    [settled],
  );
  const write = useCallback(
    (field: keyof ReviewFilter, value: string) =>
      setQuery(
        (now) => {
          const rest = [...now].filter(([name]) => name !== field);
          return value === '' ? rest : [...rest, [field, value]];
        },
        { replace: true },
      ),
    [setQuery],
  );
  useEffect(
    function settleInTime() {
      if (search === written.current) return;
      const timer = setTimeout(() => {
        written.current = search;
        write('search', search);
      }, SETTLED_AFTER_MS);
      return () => clearTimeout(timer);
    },
    [search, write],
  );
  const asked: ReviewFilter = { search: settled.trim(), status };
  const setStatus = (value: ReviewFilter['status']) => write('status', value);
  return { search, setSearch, status, setStatus, asked };
}
