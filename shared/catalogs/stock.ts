import type { GuestCategory } from '../api/catalogs.ts';
import type { Portions } from './portions.ts';
import { withSoldOut, type SoldOutMark } from './sold-out.ts';

/**
 * What of a menu changes while it is sold from: what is sold out, and how many are left of what is counted. An item of
 * which none is left is sold out as well.
 */
export type Stock = { soldOut: SoldOutMark[]; left: Portions };

export function stockOf(categories: readonly GuestCategory[]): Stock {
  const soldOut: SoldOutMark[] = [];
  const left: Record<string, number> = {};
  for (const item of categories.flatMap(({ list }) => list)) {
    const { id: itemId, modifiers } = item;
    if (item.soldOutUntil) soldOut.push({ itemId, until: item.soldOutUntil });
    if (item.left !== undefined) left[itemId] = item.left;
    for (const { id: modifierId, list } of modifiers)
      for (const { name: option, soldOutUntil: until } of list)
        if (until) soldOut.push({ itemId, modifierId, option, until });
  }
  return { soldOut, left };
}

/** The menu with this stock in place of what it had. */
export function withStock(categories: readonly GuestCategory[], { soldOut, left }: Stock): GuestCategory[] {
  return withSoldOut(categories, soldOut).map((category) => ({
    ...category,
    list: category.list.map((item) => withLeft(item, left[item.id])),
  }));
}

function withLeft(
  item: GuestCategory['list'][number],
  left: number | undefined,
): GuestCategory['list'][number] {
  const { left: _before, ...rest } = item;
  return left === undefined ? rest : { ...rest, left };
}
