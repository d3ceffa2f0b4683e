import type { ItemStatus } from '../base/order-statuses.ts';

/** How many are left of the items that are counted, by the item's id. Items that are not in it are not counted. */
export type Portions = Readonly<Record<string, number>>;

/** Guests read how many are left once it is this many or fewer. */
export const FEW_LEFT = 5;

type Line = { readonly id: string; readonly itemId?: string | undefined; readonly quantity: number };
type Stage = { readonly id: string; readonly status: ItemStatus };

/** How many of an item the lines order together. */
export function quantityOf(itemId: string, lines: readonly Omit<Line, 'id'>[]): number {
  return lines.reduce((sum, line) => sum + (line.itemId === itemId ? line.quantity : 0), 0);
}

/**
 * What an order that ends unsold gives back: of what it took, the lines that nobody has begun to make. Null if that is
 * nothing.
 */
export function givenBack(
  taken: Portions,
  lines: readonly Line[],
  stages: readonly Stage[],
): Portions | null {
  const unmade = new Set(stages.filter(({ status }) => status === 'waiting').map(({ id }) => id));
  const back = Object.entries(taken).flatMap(([itemId, quantity]) => {
    const returned = quantityOf(
      itemId,
      lines.filter(({ id }) => unmade.has(id)),
    );
    return returned > 0 ? [[itemId, Math.min(quantity, returned)] as const] : [];
  });
  return back.length > 0 ? Object.fromEntries(back) : null;
}
