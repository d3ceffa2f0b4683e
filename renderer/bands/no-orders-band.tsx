import { BellOff, CirclePause, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'react-router';
import type { Ordering } from '#shared/api/ordering.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import type { Unattended } from '#shared/api/unattended.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { apiSlice, request } from '../api/api-slice.ts';
import { TimeLeft } from '../orders/time-left.tsx';
import { useShownOutlet } from '../orders/use-shown-outlet.ts';
import { useAppDispatch, useAppSelector } from '../state/hooks.ts';
import { selectFeedIds, selectLive } from '../state/orders-slice.ts';
import { viewChanged } from '../state/view-slice.ts';
import { formatTime } from '../ui/times.ts';
import { whyPaused } from './ordering-chip.tsx';
import styles from './no-orders-band.module.css';

/** Where no socket tells of a change, it is looked for so often, in ms. */
const ASK_EVERY_MS_WITHOUT_SOCKET = 5_000;

const { useTakingOrdersQuery } = apiSlice.injectEndpoints({
  endpoints: (build) => ({
    /** Apart from the list of outlets, which a page loads anew when it is opened. */
    takingOrders: build.query<Pick<Outlet, 'id' | 'name' | 'timeZone' | 'ordering'>[], void>({
      query: () => request('GET /sellers/outlets', {}),
      transformResponse: (outlets: Outlet[]) =>
        outlets.map(({ id, name, timeZone, ordering }) => ({ id, name, timeZone, ordering })),
      providesTags: ['Outlet'],
    }),
  }),
});

type Unheard = Unattended['outlets'][number];

/**
 * On every signed-in screen, a short line for each of the seller's outlets that trades while no screen listens, or that is
 * paused, unless the page says that itself.
 */
export function NoOrdersBand({ unheard }: { unheard: readonly Unheard[] }) {
  const connected = useAppSelector((state) => selectLive(state).connection === 'connected');
  const { data: outlets = [] } = useTakingOrdersQuery(undefined, {
    pollingInterval: connected ? 0 : ASK_EVERY_MS_WITHOUT_SOCKET,
  });
  const isSaidBelow = useSaidBelow();
  const orderingOf = (outletId: string) => outlets.find(({ id }) => id === outletId)?.ordering;
  const silent = unheard.filter(({ id }) => !isSaidBelow(id) && isUnheard(orderingOf(id)));
  const paused = outlets.filter(({ id, ordering }) => ordering?.state === 'paused' && !isSaidBelow(id));
  if (silent.length + paused.length === 0) return null;
  return (
    <section className={styles.band} aria-label="Outlets that take no orders">
      <ul className={styles.lines}>
        {silent.map(({ id, name, since }) => (
          <Line key={`silent ${id}`} outlet={{ id, name }} Icon={BellOff}>
            {orderingOf(id) && ' takes no orders'}: no screen has listened since{' '}
            {formatTime(since, zoneOf(outlets.find((outlet) => outlet.id === id)))}
          </Line>
        ))}
        {paused.map((outlet) => (
          <Line key={`paused ${outlet.id}`} outlet={outlet} Icon={CirclePause}>
            {outlet.ordering && <Paused {...outlet.ordering} />}
          </Line>
        ))}
      </ul>
    </section>
  );
}

/** A screen may have been heard again since; other servers say nothing of whether an outlet takes orders. */
const isUnheard = (ordering: Ordering | undefined) =>
  ordering === undefined || ordering.state === 'unattended' || ordering.state === 'paused';

/** How long comes first: the reason may be long, and is cut. */
function Paused({ until, ...ordering }: Ordering) {
  return (
    <>
      {' is paused'}
      {until === undefined ? (
        ' until somebody resumes'
      ) : (
        <span aria-hidden="true">
          , <TimeLeft until={until} /> left
        </span>
      )}
      {whyPaused(ordering)}
    </>
  );
}

type LineProps = {
  outlet: Pick<Outlet, 'id' | 'name'>;
  Icon: LucideIcon;
  children: ReactNode;
};

function Line({ outlet: { id, name }, Icon, children }: LineProps) {
  const dispatch = useAppDispatch();
  return (
    <li className={styles.line}>
      <Icon aria-hidden="true" />
      <p role="status" className={styles.words}>
        <bdi>{name}</bdi>
        {children}
      </p>
      <Link
        className={styles.open}
        to={`/outlets/${id}/trading-session`}
        aria-label={`Open ${name}`}
        onClick={() => dispatch(viewChanged({ together: false }))}
      >
        Open
      </Link>
    </li>
  );
}

const livePages = new Set(['trading-session', 'orders', 'orders-basic']);

/** Whether the page below says of an outlet whether it takes orders: the list of outlets, its own page and its board. */
function useSaidBelow(): (outletId: string) => boolean {
  const [, place, outletId = '', page = ''] = useLocation().pathname.split('/');
  const isTogether = useShownOutlet(outletId) === null;
  const watched = useAppSelector(selectFeedIds);
  if (place !== 'outlets') return () => false;
  if (outletId === '') return () => true;
  if (livePages.has(page) && isTogether) return (id) => watched.split('\n').includes(id);
  return (id) => id === outletId && (page === 'manage' || livePages.has(page));
}
