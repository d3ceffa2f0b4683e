import { BellRing } from 'lucide-react';
import { Link } from 'react-router';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { OutletMark } from '../../orders/outlet-tag.tsx';
import { useShownOutlet } from '../../orders/use-shown-outlet.ts';
import { useAppDispatch, useAppSelector } from '../../state/hooks.ts';
import { selectFeeds, selectOrders } from '../../state/orders-slice.ts';
import { selectAtStation } from '../../state/stations-here.ts';
import { viewChanged } from '../../state/view-slice.ts';
import { WatchOutlets } from './watch-outlets.tsx';
import controlStyles from '../../ui/control.module.css';
import styles from './outlet-switcher.module.css';

/** Chooses between the outlets that this screen watches, or all of them; nothing if it watches one. */
export function OutletSwitcher({ outletId, face }: { outletId: string; face: string }) {
  const feeds = useAppSelector(selectFeeds);
  const shown = useShownOutlet(outletId);
  const dispatch = useAppDispatch();
  const showAll = (together: boolean) => dispatch(viewChanged({ together }));
  if (feeds.length < 2) return null;
  return (
    <nav className={styles.switcher} aria-label="Outlets on this screen">
      <ul className={styles.list}>
        <li>
          <button
            type="button"
            className={`${controlStyles.control} ${styles.choice}`}
            aria-current={shown === null ? 'true' : undefined}
            onClick={() => showAll(true)}
          >
            All outlets <Counts outletId={null} />
          </button>
        </li>
        {feeds.map((feed, place) => (
          <li key={feed.outletId}>
            <Link
              to={`/outlets/${feed.outletId}/${face}`}
              className={`${controlStyles.control} ${styles.choice}`}
              aria-current={shown === feed.outletId ? 'true' : undefined}
              onClick={() => showAll(false)}
            >
              <OutletMark place={place} name={feed.outletName} />
              <ShownStation outletId={feed.outletId} />
              {feed.trading === false ? <span>closed</span> : <Counts outletId={feed.outletId} />}
            </Link>
          </li>
        ))}
      </ul>
      <WatchOutlets outletId={outletId} />
    </nav>
  );
}

/** The station of an outlet that this screen shows, if it does not show all of them. */
function ShownStation({ outletId }: { outletId: string }) {
  const station = useAppSelector((state) => selectAtStation(state, outletId).station);
  return station && <bdi className={styles.station}>{station.name}</bdi>;
}

/** How many orders are not closed, and how many of them wait to be accepted; a test counts nowhere. */
function Counts({ outletId }: { outletId: string | null }) {
  const orders = useAppSelector((state) => selectOrders(state, outletId)).filter(({ isTest }) => !isTest);
  const open = orders.filter(({ status }) => statusGroups.open.has(status)).length;
  const waiting = orders.filter(({ status }) => statusGroups.pending.has(status)).length;
  return (
    <>
      <span className={`${styles.count} figures`}>
        {open} <span className="visually-hidden">{open === 1 ? 'open order' : 'open orders'}</span>
      </span>
      {waiting > 0 && (
        <span className={`${styles.waiting} figures`}>
          <BellRing aria-hidden="true" size={14} /> {waiting} new
        </span>
      )}
    </>
  );
}
