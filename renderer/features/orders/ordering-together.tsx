import { OrderingChip } from '../../bands/ordering-chip.tsx';
import { useOutletQuery } from '../../api/api-slice.ts';
import { OutletTag } from '../../orders/outlet-tag.tsx';
import { useAppSelector } from '../../state/hooks.ts';
import { selectFeeds } from '../../state/orders-slice.ts';
import { PauseOrders } from './pause-orders.tsx';
import styles from './ordering-together.module.css';

/** Of every outlet whose orders the board shows together: whether it takes orders, and the button that pauses it or resumes. */
export function OrderingTogether() {
  const feeds = useAppSelector(selectFeeds);
  return (
    <ul className={styles.outlets} aria-label="Taking orders">
      {feeds.map(({ outletId }) => (
        <OfOutlet key={outletId} outletId={outletId} />
      ))}
    </ul>
  );
}

function OfOutlet({ outletId }: { outletId: string }) {
  const { data: outlet } = useOutletQuery(outletId);
  // Nothing is to be said of one that is closed, nor where the server does not say.
  if (!outlet?.ordering || outlet.ordering.state === 'closed') return null;
  return (
    <li className={styles.outlet}>
      <OutletTag outletId={outletId} />
      <OrderingChip outlet={outlet} />
      <PauseOrders outlet={outlet} named />
    </li>
  );
}
