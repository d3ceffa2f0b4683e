import { catalogLimits } from '#shared/base/catalog-limits.ts';
import type { CatalogContent } from './content.ts';

/** What of a menu is more than this product's server saves, in sentences; none if it saves all. */
export function tooMany({ categories }: CatalogContent): string[] {
  const items = categories.flatMap(({ name: category, list }) =>
    list.map(({ name, modifiers }) => ({ at: `“${category} › ${name}”`, modifiers })),
  );
  return [
    ...over('The menu', 'categories', categories),
    ...categories.flatMap(({ name, list }) => over(`“${name}”`, 'items', list)),
    ...items.flatMap(({ at, modifiers }) => over(at, 'modifiers', modifiers)),
    ...items.flatMap(({ at, modifiers }) =>
      modifiers.flatMap(({ name, list }) => over(`“${name}” of ${at}`, 'options', list)),
    ),
  ];
}

function over(what: string, kind: keyof typeof catalogLimits, { length }: readonly unknown[]): string[] {
  const most = catalogLimits[kind];
  return length > most ? [`${what} has ${length} ${kind}; at most ${most} can be saved.`] : [];
}
