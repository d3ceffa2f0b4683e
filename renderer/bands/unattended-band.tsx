import { BellOff, TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import type { Unattended } from '#shared/api/unattended.ts';
import { useUnattendedQuery } from '../api/api-slice.ts';
import { useAppSelector } from '../state/hooks.ts';
import { Band } from '../ui/band.tsx';
import { buttonClass } from '../ui/button.tsx';
import { placeOf } from '../orders/place-of.ts';
import { selectLive } from '../state/orders-slice.ts';
import { screenId } from '../live/screen.ts';
import { AlarmsBand } from './alarms-band.tsx';
import { NoOrdersBand } from './no-orders-band.tsx';
import styles from './unattended.module.css';

/** How often it is polled, in ms: nothing depends on being notified. */
const ASK_EVERY_MS = 30_000;
const ASK_EVERY_MS_WITHOUT_SOCKET = 5_000;

/**
 * On top of every signed-in screen while an order of any of the seller's outlets has alerted nobody or was seen by
 * nobody, an outlet takes no orders, or a screen is deaf.
 */
export function UnattendedBand() {
  const { orders = [], outlets: unheard = [], screens = [], alarms = [] } = useUnattended();
  const unalerted = new Set(orders.map(({ id }) => id));
  const outlets = new Set(orders.map(({ outletId }) => outletId));
  return (
    <>
      {[...outlets].map((outletId) => (
        <OutletBand
          key={outletId}
          outletId={outletId}
          orders={orders.filter((order) => order.outletId === outletId)}
        />
      ))}
      <AlarmsBand alarms={alarms.filter(({ id }) => !unalerted.has(id))} />
      <NoOrdersBand unheard={unheard.filter(({ id }) => !outlets.has(id))} />
      <DeafScreensBand screens={screens.filter((screen) => screen.screenId !== screenId)} />
    </>
  );
}

type DeafScreen = Unattended['screens'][number];
const screenWords: Record<DeafScreen['why'], string> = {
  muted: 'muted',
  'needs-press': 'somebody must press something there once',
  'no-loudspeaker': 'it has no loudspeaker',
  'audio-failed': 'its sound does not work',
  'signed-out': 'signed out',
};

/** Lists other screens that should hear orders and do not. */
function DeafScreensBand({ screens }: { screens: DeafScreen[] }) {
  const [first] = screens;
  if (!first) return null;
  // One that watches several outlets is listed for each.
  const different = [...new Map(screens.map((screen) => [screen.screenId, screen])).values()];
  const named = different.map(({ screenName, why }) => `${screenName} (${screenWords[why]})`).join(', ');
  const outlets = new Set(screens.map(({ outletName }) => outletName));
  return (
    <Band className={`${styles.unattended} ${styles.screens}`} role="status">
      <BellOff aria-hidden="true" />
      <p>
        {different.length === 1 ? '1 screen does' : `${different.length} screens do`} not hear orders of{' '}
        {[...outlets].join(', ')}: {named}.
      </p>
    </Band>
  );
}

function OutletBand({ outletId, orders }: { outletId: string; orders: Unattended['orders'] }) {
  const [oldest] = orders;
  if (!oldest) return null;
  const what =
    orders.length === 1
      ? `Order ${oldest.orderNumber}, ${placeOf(oldest)},`
      : `${orders.length} orders, the first of them number ${oldest.orderNumber},`;
  return (
    <Band className={styles.unattended} role="alert">
      <TriangleAlert aria-hidden="true" />
      <p>
        {what} at {oldest.outletName} {orders.length === 1 ? 'has' : 'have'} rung on no till.
      </p>
      <Link
        className={`${buttonClass()} ${styles.button}`}
        to={`/outlets/${outletId}/trading-session`}
        aria-label={`Open ${oldest.outletName}`}
      >
        Open
      </Link>
    </Band>
  );
}

/** Polled; also fetched again when the socket reports a change or reconnects. */
function useUnattended(): Partial<Unattended> {
  const connected = useAppSelector((state) => selectLive(state).connection === 'connected');
  const { data } = useUnattendedQuery(undefined, {
    pollingInterval: connected ? ASK_EVERY_MS : ASK_EVERY_MS_WITHOUT_SOCKET,
  });
  // If it cannot be fetched now, the last state stays; a server without this call never had any.
  return data ?? {};
}
