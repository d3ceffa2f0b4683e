import type { SignedTable } from '#shared/api/guest-pages.ts';
import { addressesOf } from './addresses.ts';
import type { Kept } from './kept.ts';

type OwnOrdersProps = {
  outletId: string;
  kept: Kept;
  table: SignedTable | null;
};

/** The guest’s own orders here, and one of which they have not heard. */
export function OwnOrders({ outletId, kept: { orders, attempt }, table }: OwnOrdersProps) {
  const { order, pay } = addressesOf(outletId, table);
  if (orders.length === 0 && attempt === null) return null;
  return (
    <nav class="own-orders" aria-label="Your orders">
      {attempt && <a href={pay}>You were paying: see what became of it</a>}
      {orders.slice(0, 3).map(({ id, number }) => (
        <a key={id} href={order(id)}>
          Your order #{number}
        </a>
      ))}
    </nav>
  );
}
