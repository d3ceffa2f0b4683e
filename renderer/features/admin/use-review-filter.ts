import { useEffect, useState } from 'react';
import type { ReviewFilter } from '../../api/admin-api.ts';

const SETTLED_AFTER_MS = 250;

/** The filter as typed, and as `asked` what the server is asked for: the same after a pause in typing. */
export function useReviewFilter() {
  const [search, setSearch] = useState('');
  const [status, setStatus] = useState<ReviewFilter['status']>('');
  const [settled, setSettled] = useState('');
  useEffect(
    function settleInTime() {
      const timer = setTimeout(() => setSettled(search.trim()), SETTLED_AFTER_MS);
      return () => clearTimeout(timer);
    },
    [search],
  );
  const asked: ReviewFilter = { search: settled, status };
  return { search, setSearch, status, setStatus, asked };
}
