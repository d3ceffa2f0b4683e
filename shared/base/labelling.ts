/** The fourteen allergens that food sold in the United Kingdom must be labelled with. */
export const allergenLabels = {
  celery: 'Celery',
  gluten: 'Gluten',
  crustaceans: 'Crustaceans',
  eggs: 'Eggs',
  fish: 'Fish',
  lupin: 'Lupin',
  milk: 'Milk',
  molluscs: 'Molluscs',
  mustard: 'Mustard',
  nuts: 'Nuts',
  peanuts: 'Peanuts',
  sesame: 'Sesame',
  soya: 'Soya',
  sulphites: 'Sulphites',
} as const;
export type Allergen = keyof typeof allergenLabels;
export const allergens = Object.keys(allergenLabels) as Allergen[];

/** VAT that a price includes, in per cent: standard, reduced and zero. */
export const vatRates = [20, 5, 0] as const;
export type VatRate = (typeof vatRates)[number];

/** An item's allergens and VAT rate; fields that the seller did not fill in are missing. */
export type Labelling = { allergens?: Allergen[] | undefined; vatRate?: VatRate | undefined };

/** Only the fields that are set, as a copy. */
export function labellingOf({ allergens: contained, vatRate }: Labelling): Labelling {
  return {
    ...(contained && contained.length > 0 && { allergens: contained }),
    ...(vatRate !== undefined && { vatRate }),
  };
}

/** `Contains: Eggs, Milk`, or an empty text. */
export function allergensText({ allergens: contained = [] }: Labelling): string {
  return contained.length === 0
    ? ''
    : `Contains: ${contained.map((name) => allergenLabels[name]).join(', ')}`;
}
