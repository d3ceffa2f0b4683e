import { skipToken } from '@reduxjs/toolkit/query/react';
import { useEffect, useMemo, useState } from 'react';
import type { Reply } from '#shared/api/contract.ts';
import type { FoundOrder } from '#shared/api/order-search.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { apiSlice, request, useOutletsQuery } from '../../api/api-slice.ts';
import type { Failure } from '../../api/failure.ts';
import { useAppSelector } from '../../state/hooks.ts';
import { selectOrders } from '../../state/orders-slice.ts';
import { foundOrderEntry, type Entry } from './entries.ts';

/** The server is asked once nobody has typed for so long, and only about so many letters. */
const PAUSE_MS = 200;
const LEAST_LETTERS = 2;
const MOST = 8;

const { useFoundOrdersQuery } = apiSlice.injectEndpoints({
  endpoints: (build) => ({
    foundOrders: build.query<Reply<'GET /sellers/orders'>, string>({
      query: (search) => request('GET /sellers/orders', { query: { search, limit: MOST } }),
      // An order may have come since.
      keepUnusedDataFor: 0,
    }),
  }),
});

/** `searchAgain` is there if the search failed. */
export type FoundOrders = { entries: Entry[]; searching: boolean; searchAgain: (() => void) | null };

/**
 * Orders of all sessions that the server finds by just what is typed, but for those on the board; none where the server
 * knows no search.
 */
export function useFoundOrders(search: string): FoundOrders {
  const sought = search.trim();
  const asked = useSettled(sought);
  const isAsked = asked === sought && asked.length >= LEAST_LETTERS;
  const { currentData, isFetching, error, refetch } = useFoundOrdersQuery(isAsked ? asked : skipToken);
  const { data: outlets = none } = useOutletsQuery();
  const onBoard = useAppSelector((state) => selectOrders(state, null));
  const entries = useMemo(() => {
    const shown = new Set(onBoard.map(({ id }) => id));
    return (currentData?.items ?? none)
      .filter(({ id }) => !shown.has(id))
      .map((order) => listed(order, outlets));
  }, [currentData, onBoard, outlets]);
  const isDue = asked !== sought && sought.length >= LEAST_LETTERS;
  const hasFailed = isAsked && !isFetching && error !== undefined && (error as Failure).status !== 404;
  return {
    entries: isAsked ? entries : none,
    searching: isDue || (isAsked && isFetching),
    searchAgain: hasFailed ? () => void refetch() : null,
  };
}

const none: never[] = [];

/** An order with its outlet's name, if there are several, and its times by the outlet's clocks. */
function listed(order: FoundOrder, outlets: readonly Outlet[]): Entry {
  const outlet = outlets.find(({ id }) => id === order.outletId);
  return foundOrderEntry(order, {
    outletName: outlets.length > 1 ? (outlet?.name ?? null) : null,
    zone: outlet && zoneOf(outlet),
  });
}

/** The text once it has stayed the same for a moment. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState('');
  useEffect(
    function settle() {
      const timer = setTimeout(() => setSettled(text), PAUSE_MS);
      return () => clearTimeout(timer);
    },
    [text],
  );
  return settled;
}
