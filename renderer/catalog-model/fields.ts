import type { Item, Modifier, ModifierOption } from '#shared/api/catalogs.ts';
import { modifierKindLabel } from '#shared/base/modifier-kinds.ts';
import { allergenLabels, type VatRate } from '#shared/base/labelling.ts';
import { formatPence, type Pence } from '#shared/base/money.ts';

/** One field of an entry, as comparisons show it. */
export type Field<T> = { key: keyof T; label: string; show: (entry: T) => string };

const NONE = 'none';

export const nameField: Field<{ name: string }> = { key: 'name', label: 'Name', show: ({ name }) => name };

export const priceField: Field<{ cost: Pence }> = {
  key: 'cost',
  label: 'Price',
  show: ({ cost }) => formatPence(cost),
};

const vatField: Field<{ vatRate?: VatRate | undefined }> = {
  key: 'vatRate',
  label: 'VAT',
  show: ({ vatRate }) => (vatRate === undefined ? NONE : `${vatRate}%`),
};

export const itemFields: readonly Field<Item>[] = [
  nameField,
  priceField,
  { key: 'note', label: 'Note', show: ({ note }) => note || NONE },
  {
    key: 'allergens',
    label: 'Allergens',
    show: ({ allergens = [] }) => allergens.map((name) => allergenLabels[name]).join(', ') || NONE,
  },
  vatField,
];

export const modifierFields: readonly Field<Modifier>[] = [
  nameField,
  { key: 'kind', label: 'Requirement', show: ({ kind }) => modifierKindLabel(kind) },
  { key: 'note', label: 'Notes', show: ({ note }) => note || NONE },
];

export const optionFields: readonly Field<ModifierOption>[] = [priceField, vatField];

/** `Mains › Ferry burger › Price` */
export const trail = (...names: string[]): string => names.filter((name) => name !== '').join(' › ');
