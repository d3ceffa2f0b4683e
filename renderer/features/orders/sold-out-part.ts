import type { Item } from '#shared/api/catalogs.ts';
import type { OrderItem } from '#shared/api/orders.ts';
import { optionText } from '#shared/orders/option-text.ts';
import { soldOutKey, type SoldOut } from '../../catalog-model/content.ts';

/** What of a line cannot be had any more: the item, or an option that was chosen; null if all can. */
export function soldOutPart(line: OrderItem, item: Item | undefined, soldOut: SoldOut): string | null {
  if (!item) return null;
  if (soldOutKey(item.id) in soldOut) return line.name;
  const gone = line.modifications.find(({ name, modifier = null }) =>
    item.modifiers.some(
      (other) =>
        (modifier === null || modifier === other.name) &&
        soldOutKey(item.id, { modifierId: other.id, name }) in soldOut,
    ),
  );
  return gone ? optionText(gone) : null;
}
