import type { Order } from '#shared/api/orders.ts';
import { inOneGo } from './in-one-go.ts';
import { outletList, type OutletListOptions } from './outlet-list.ts';
import { updateIntake, type UpdateIntakeOptions } from './update-intake.ts';

export type OutletLineOptions = OutletListOptions &
  Pick<UpdateIntakeOptions, 'fetchOrder' | 'readOrder'> & {
    on: { orders: (orders: Order[]) => void };
  };

/** What arrives is on the screen before it is said to be. */
const arrivals = ({ on, onApplied }: OutletLineOptions) =>
  inOneGo<Order>((orders) => {
    on.orders(orders);
    orders.forEach(onApplied);
  });

/** Keeps the orders of one watched outlet: its list, and its events on top of that. */
export function outletLine(options: OutletLineOptions) {
  const arrived = arrivals(options);
  const updates = updateIntake({
    fetchOrder: options.fetchOrder,
    readOrder: options.readOrder,
    onOrder: arrived.add,
    readList: () => lists.read(),
  });
  const lists = outletList(options, { arrived, updates });

  return {
    outletId: options.outletId,
    updates,
    lists,
    /** Applies now the orders that have arrived. */
    applyArrived: arrived.handOver,
    /** Takes the server's count of changes; looks if it differs from this screen's, or the list was not read yet. */
    counted(seq: number | null, knownWhenAsked: number): void {
      const found = seq === null ? 'equal' : updates.compare(seq, knownWhenAsked);
      // A list that is on its way may be from before.
      if (found === 'undone') lists.restart();
      else if (found === 'behind' || !lists.isCurrent()) lists.look();
    },
    stop: () => [arrived, updates, lists].forEach((part) => part.stop()),
  };
}
