import { shallowEqual } from 'react-redux';
import { useEffect, useMemo } from 'react';
import { apiSlice, useOutletsQuery } from '../../api/api-slice.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { sessionEntries, type Entry } from './entries.ts';

/** The trading sessions of all outlets, newest first; they are read once something is sought. */
export function useSessions(isSought: boolean): Entry[] {
  const dispatch = useAppDispatch();
  const { data: outlets } = useOutletsQuery();
  const ids = (outlets ?? []).map(({ id }) => id).join(' ');
  useEffect(
    function load() {
      if (!isSought || ids === '') return;
      const asked = ids.split(' ').map((id) => dispatch(apiSlice.endpoints.tradingSessions.initiate(id)));
      return () => asked.forEach((query) => query.unsubscribe());
    },
    [isSought, ids, dispatch],
  );
  const read = useAppSelector(
    ({ api }) =>
      ids.split(' ').map((id) => api && apiSlice.endpoints.tradingSessions.select(id)({ api }).data),
    shallowEqual,
  );
  // Hundreds of dates are put into words: once, and not at each letter or order.
  const entries = useMemo(() => sessionEntries(read.filter((outlet) => outlet !== undefined)), [read]);
  return isSought ? entries : none;
}

const none: Entry[] = [];
