import type { Category } from '../api/catalogs.ts';
import { isStated, statementOf, type Statement } from '../base/allergens.ts';

/** An item of a menu or, with `option`, one of its options; each has allergens of its own. */
export type MenuPart = {
  categoryId: string;
  itemId: string;
  option?: { modifierId: string; name: string };
  /** Its names from the category down. */
  names: string[];
  statement: Statement;
};

/** Everything on a menu that can contain an allergen, from the top down. */
export function partsOf(categories: readonly Category[]): MenuPart[] {
  return categories.flatMap((category) =>
    category.list.flatMap((item) => {
      const place = { categoryId: category.id, itemId: item.id };
      const names = [category.name, item.name];
      const options = item.modifiers.flatMap((modifier) =>
        modifier.list.map((option) => ({
          ...place,
          option: { modifierId: modifier.id, name: option.name },
          names: [...names, modifier.name, option.name],
          statement: statementOf(option),
        })),
      );
      return [{ ...place, names, statement: statementOf(item) }, ...options];
    }),
  );
}

/** What of a menu is not stated in full. */
export function unstatedOf(parts: readonly MenuPart[]): MenuPart[] {
  return parts.filter(({ statement }) => !isStated(statement));
}
