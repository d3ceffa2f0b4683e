import { skipToken } from '@reduxjs/toolkit/query/react';
import type { LineCount, Order } from '#shared/api/orders.ts';
import { leftOfLine } from '#shared/orders/refunded-lines.ts';
import { useCatalogQuery, useOutletQuery } from '../../api/api-slice.ts';
import { itemsOf, soldOutOf } from '../../catalog-model/content.ts';
import { Button } from '../../ui/button.tsx';
import spreadStyles from '../../ui/spread.module.css';
import { soldOutPart } from './sold-out-part.ts';
import styles from './sold-out-since.module.css';

type SoldOutSinceProps = { order: Order; onRefund: (lines: LineCount[]) => void };

/** Offers the refund of lines that have sold out since the order was placed: nothing sold out can be ordered. */
export function SoldOutSince({ order, onRefund }: SoldOutSinceProps) {
  const { data: outlet } = useOutletQuery(order.outletId);
  const { data: menu } = useCatalogQuery(outlet?.catalogId ?? skipToken, {
    refetchOnMountOrArgChange: true,
  });
  const soldOut = menu ? soldOutOf(menu) : {};
  const items = new Map(menu && itemsOf(menu).map((item) => [item.id, item]));
  const offers = order.items.flatMap((line) => {
    const left = leftOfLine(line, order.payment.refundedLines ?? []);
    const what = soldOutPart(line, items.get(line.itemId ?? ''), soldOut);
    return what !== null && left > 0 ? [{ line, left, what }] : [];
  });
  if (offers.length === 0) return null;
  return (
    <ul className={styles.offers} aria-label="Sold out since">
      {offers.map(({ line, left, what }) => (
        <li key={line.id} className={`${spreadStyles.spread} ${spreadStyles.close}`}>
          <span>{what} is sold out.</span>
          <Button onClick={() => onRefund([{ id: line.id, quantity: left }])}>
            Refund {left} × {line.name}
          </Button>
        </li>
      ))}
    </ul>
  );
}
