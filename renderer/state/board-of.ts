import type { Order } from '#shared/api/orders.ts';
import { compareLiveNewestFirst, type BoardColumn } from '#shared/orders/reading.ts';

/** The ids of each column, and of all in a single list. */
export type Board = Record<BoardColumn | 'closed', string[]> & { readonly all: string[] };

/** The columns of orders that are sorted already, oldest first within each priority. */
export function boardOf(
  sorted: readonly Order[],
  newestFirst: boolean,
  columnOf: (order: Order) => BoardColumn | null,
): Board {
  const orders = newestFirst ? sorted.toSorted(compareLiveNewestFirst) : sorted;
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
  orders.forEach((order) => board[columnOf(order) ?? 'closed'].push(order.id));
  return board;
}
