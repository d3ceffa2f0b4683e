import { BellRing } from 'lucide-react';
import { memo } from 'react';
import { Link } from 'react-router';
import type { Order } from '#shared/api/orders.ts';
import { useAppSelector } from '../state/hooks.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { deliberate } from '../ui/deliberate.ts';
import { markOf, placeOf } from '../orders/place-of.ts';
import { useOutletMark } from '../orders/outlet-tag.tsx';
import { selectFeeds } from '../state/orders-slice.ts';
import { selectPendingHere } from '../state/stations-here.ts';
import { Elapsed } from '../orders/timer.tsx';
import { useIsBusy, useOrderCommands } from '../orders/use-order-commands.ts';
import styles from './new-orders-band.module.css';

const MOST_SHOWN = 6;

/** On top of every signed-in screen while an order waits to be accepted; the oldest can be accepted from it. */
export function NewOrdersBand() {
  const pending = useAppSelector(selectPendingHere);
  const several = useAppSelector((state) => selectFeeds(state).length > 1);
  const commands = useOrderCommands();
  const [oldest] = pending;
  const busy = useIsBusy(oldest?.id ?? '');
  if (!oldest) return null;
  return (
    <Band className={styles.newOrders} aria-label="New orders">
      <BellRing aria-label="Ringing" className={styles.bell} />
      <Link className={styles.count} to={`/outlets/${oldest.outletId}/trading-session`}>
        {pending.length === 1 ? '1 new order' : `${pending.length} new orders`}
      </Link>
      <ul className={styles.list}>
        {pending.slice(0, MOST_SHOWN).map((order) => (
          <Waiting key={order.id} order={order} several={several} />
        ))}
      </ul>
      <Button
        className={styles.accept}
        data-order-id={oldest.id}
        busy={busy}
        onClick={deliberate(() => void commands.primary(oldest))}
      >
        Accept {markOf(oldest)}
        {several && <OutletName outletId={oldest.outletId} />}
      </Button>
    </Band>
  );
}

/** Not rendered again by the orders that come after it. */
const Waiting = memo(function Waiting({ order, several }: { order: Order; several: boolean }) {
  return (
    <li>
      {markOf(order)} · <bdi>{placeOf(order)}</bdi>
      {several && ' · '}
      {several && <OutletName outletId={order.outletId} />} · <Elapsed order={order} />
    </li>
  );
});

/** The band has one colour, so here the name alone says which outlet it is. */
function OutletName({ outletId }: { outletId: string }) {
  return <bdi className={styles.outlet}>{useOutletMark(outletId).name}</bdi>;
}
