import { Hourglass } from 'lucide-react';
import type { Outlet } from '#shared/api/outlets.ts';
import { HONOURED_MS } from '#shared/base/menu-hours.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { lastOrdersOf, putOffLater, type LastOrders as Last } from '#shared/catalogs/last-orders.ts';
import { useOutletQuery } from '../../api/api-slice.ts';
import { ticker } from '../../orders/ticker.ts';
import { TimeLeft } from '../../orders/time-left.tsx';
import { useAppSelector } from '../../state/hooks.ts';
import { selectFeeds } from '../../state/orders-slice.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../ui/times.ts';
import { useNow } from '../../ui/use-now.ts';
import { useOrdering } from './use-ordering.ts';
import styles from './last-orders.module.css';

/** How long before last orders they are counted down. */
const SHOWN_MS = 30 * 60_000;
const MINUTE_MS = 60_000;

/**
 * Counts down to the moment after which a category, or nothing, can be ordered, with one press to put it off; and for five
 * minutes more, in which orders that were begun before still come. The board works it out from its outlet and its clock.
 */
export function LastOrders({ outlet, named = false }: { outlet: Outlet; named?: boolean }) {
  const now = useNow((from) => nextChange(outlet, from), ticker.now);
  const { busy, putOff } = useOrdering(outlet.id);
  const last = lastOrders(outlet, now);
  if (!last || last.at - now > SHOWN_MS) return null;
  const at = new Date(last.at).toISOString();
  const isOver = last.at <= now;
  return (
    <div className={styles.last}>
      <Hourglass aria-hidden="true" />
      <p role="status">
        {named && `${outlet.name}: `}
        {isOver ? 'Last orders were at ' : 'Last orders at '}
        <strong>{formatTime(at, zoneOf(outlet))}</strong>
        {last.all ? '' : ` · ${last.names.join(', ')}`}
      </p>
      {!isOver && <TimeLeft until={at} className={styles.left} />}
      <Button busy={busy} onClick={() => void putOff(putOffLater(last.at, outlet.putOff ?? []))}>
        15 minutes more
      </Button>
    </div>
  );
}

/** Those of every outlet whose orders the board shows together. */
export function LastOrdersTogether() {
  const feeds = useAppSelector(selectFeeds);
  return feeds.map(({ outletId }) => <OfOutlet key={outletId} outletId={outletId} />);
}

function OfOutlet({ outletId }: { outletId: string }) {
  const { data: outlet } = useOutletQuery(outletId);
  return outlet?.availability === 'open' ? <LastOrders outlet={outlet} named /> : null;
}

/** The next last orders, or those of up to five minutes ago; null of a menu without hours. */
function lastOrders(outlet: Outlet, now: number): Last | null {
  const { menuHours, putOff = [] } = outlet;
  if (!menuHours) return null;
  return lastOrdersOf(menuHours, { now: now - HONOURED_MS, zone: zoneOf(outlet), putOff });
}

/** When what is shown changes: at the countdown's moment, or a minute later. */
function nextChange(outlet: Outlet, now: number): number {
  if (!outlet.menuHours) return Infinity;
  const at = lastOrders(outlet, now)?.at ?? Infinity;
  return Math.min(at > now ? at : Infinity, now + MINUTE_MS);
}
