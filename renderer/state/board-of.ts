import type { Order } from '#shared/api/orders.ts';
import { newestFirst, type BoardColumn } from '#shared/orders/reading.ts';

/** The ids of each column, and of all in a single list. */
export type Board = Record<BoardColumn | 'closed', string[]> & { readonly all: string[] };

/**
 * The columns of orders that are sorted already, oldest first within each priority.
 * @param turned newest first within each priority
 */
export function boardOf(
  sorted: readonly Order[],
  turned: boolean,
  columnOf: (order: Order) => BoardColumn | null,
): Board {
  const orders = turned ? newestFirst(sorted) : sorted;
  let all: string[] | undefined;
  const board: Board = {
    new: [],
    'in-progress': [],
    'ready-to-close': [],
    closed: [],
    // Most screens show columns.
    get all() {
      return (all ??= orders.map(({ id }) => id));
    },
  };
  for (const order of orders) board[columnOf(order) ?? 'closed'].push(order.id);
  return board;
}
