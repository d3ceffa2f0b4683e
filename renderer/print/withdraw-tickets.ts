import type { Order } from '#shared/api/orders.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { isTakenUnsold } from '#shared/orders/taken-unsold.ts';
import { isUnmarkedTicket } from '#shared/print/jobs.ts';
import { failureOf } from '../api/failure.ts';
import { selectLists, selectOrder, selectOrders } from '../state/orders-slice.ts';
import type { AppStore, Services } from '../state/store.ts';
import { whenever } from '../state/whenever.ts';

/** When to ask again how an order ended, if the server did not say, in ms. */
const ASK_AGAIN_MS = 5_000;

/**
 * Withdraws the tickets of cancelled and expired orders that no printer could print yet: they would come out unmarked,
 * and be cooked. One of which a part may be on paper is marked instead, for who prints it again. Only the server knows how an order ended that is not on the board, because closed ones leave it too.
 */
export function withdrawTickets(store: AppStore, { client, platform }: Services): () => void {
  /** Whether the tickets of an order are withdrawn, by its id. */
  const ended = new Map<string, boolean>();
  const asked = new Set<string>();

  function look(): void {
    const state = store.getState();
    if (!selectLists(state, null).loaded) return;
    for (const [orderId, jobs] of platform.printing().jobs) {
      const order = selectOrder(state, orderId);
      if ((order && !isTakenUnsold(order)) || !jobs.some(isUnmarkedTicket)) continue;
      const isWithdrawn = ended.get(orderId);
      if (isWithdrawn) platform.withdrawTickets({ orderId });
      if (isWithdrawn === undefined && !asked.has(orderId)) void ask(orderId);
    }
  }

  async function ask(orderId: string): Promise<void> {
    asked.add(orderId);
    const isWithdrawn = await client
      .call('GET /sellers/orders/:orderId', { params: { orderId } })
      .then(withdrawnAt)
      // An order that this server does not have stays as it is.
      .catch((error: unknown) => (failureOf(error).status === 404 ? false : undefined));
    if (isWithdrawn !== undefined) ended.set(orderId, isWithdrawn);
    if (isWithdrawn) look();
  }

  const ends = [
    whenever(store, (state) => selectOrders(state), look),
    whenever(store, (state) => selectLists(state, null).loaded, look),
    platform.onPrintingChanged(look),
  ];
  const timer = setInterval(() => {
    asked.clear();
    look();
  }, ASK_AGAIN_MS);
  return () => {
    clearInterval(timer);
    ends.forEach((end) => end());
  };
}

/** Undefined while the order may still end either way. */
function withdrawnAt(order: Order): boolean | undefined {
  const { status } = order;
  if (statusGroups.cancelled.has(status) || statusGroups.expired.has(status) || isTakenUnsold(order))
    return true;
  return statusGroups.settled.has(status) ? false : undefined;
}
