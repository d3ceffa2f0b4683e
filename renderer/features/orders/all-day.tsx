import { useContext, useMemo } from 'react';
import { allDayOf, type ToMake } from '#shared/orders/all-day.ts';
import { OutletTag } from '../../orders/outlet-tag.tsx';
import { useAppSelector } from '../../state/hooks.ts';
import { selectOrders } from '../../state/orders-slice.ts';
import { LeftToSell } from '../../sold-out/left-to-sell.tsx';
import { SidePanel } from '../../ui/side-panel.tsx';
import { AtStationsContext, hereOf, showsOne } from './at-station.ts';
import styles from './all-day.module.css';

type AllDayProps = {
  /** The outlet on the board; null for all that are watched. */
  outletId: string | null;
  onClose: () => void;
};

/** What is still to be made, by item with its options, over all open orders on the board. */
export function AllDay({ outletId, onClose }: AllDayProps) {
  const orders = useAppSelector((state) => selectOrders(state, outletId));
  const at = useContext(AtStationsContext);
  const station = outletId === null ? null : at.get(outletId)?.station;
  const items = useMemo(() => allDayOf(orders.map((order) => hereOf(order, at).order)), [orders, at]);
  return (
    <SidePanel heading="All day" closeLabel="Close all day" onClose={onClose}>
      <p className={styles.explained}>
        Still to be made, over all open orders
        {station ? ` of ${station.name}` : showsOne(at) && ' on this board'}.
      </p>
      <div className={styles.scroll} role="region" aria-label="Still to be made" tabIndex={0}>
        {items.length === 0 && <p className={styles.empty}>Everything is made.</p>}
        <ul>
          {items.map(({ name, options, ...item }) => (
            <li key={`${item.outletId} ${name}`} className={styles.item}>
              <Row name={name} counts={item} />
              <OutletTag outletId={item.outletId} />
              {options.length > 0 && (
                <ul className={styles.options}>
                  {options.map((option) => (
                    <li key={option.name}>
                      <Row name={option.name} counts={option} />
                    </li>
                  ))}
                </ul>
              )}
            </li>
          ))}
        </ul>
        <LeftToSell outletId={outletId} />
      </div>
    </SidePanel>
  );
}

/** How many of it are to be made, and how many more if the new orders are accepted. */
function Row({ name, counts: { accepted, unanswered } }: { name: string; counts: ToMake }) {
  return (
    <p className={styles.row}>
      <span className={`${styles.quantity} figures`}>{accepted} ×</span>
      <bdi>{name}</bdi>
      {unanswered > 0 && <span className={`${styles.unanswered} figures`}>+ {unanswered} new</span>}
    </p>
  );
}
