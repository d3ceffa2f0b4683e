import type { Category, Item, Modifier, ModifierOption, Serving } from '#shared/api/catalogs.ts';
import { modifierKindLabel } from '#shared/base/modifier-kinds.ts';
import { allergensText, type Statement } from '#shared/base/allergens.ts';
import type { VatRate } from '#shared/base/labelling.ts';
import { hoursText } from '#shared/base/menu-hours.ts';
import { formatPence, type Pence } from '#shared/base/money.ts';
import { same } from '../api/same.ts';

/** One field of an entry, as comparisons show it; `with` are further ones that say the same thing together with it. */
export type Field<T> = {
  key: keyof T;
  with?: readonly (keyof T)[];
  label: string;
  show: (entry: T) => string;
};

/** Whether two entries say the same in a field. */
export function sameIn<T>(field: Field<T>, one: T, other: T): boolean {
  return [field.key, ...(field.with ?? [])].every((key) => same(one[key], other[key]));
}

const NONE = 'none';

export const nameField: Field<{ name: string }> = { key: 'name', label: 'Name', show: ({ name }) => name };

export const priceField: Field<{ cost: Pence }> = {
  key: 'cost',
  label: 'Price',
  show: ({ cost }) => formatPence(cost),
};

const ageField: Field<{ ageRestricted?: true | undefined }> = {
  key: 'ageRestricted',
  label: '18+',
  show: ({ ageRestricted }) => (ageRestricted ? 'yes' : 'no'),
};

const vatField: Field<{ vatRate?: VatRate | undefined }> = {
  key: 'vatRate',
  label: 'VAT',
  show: ({ vatRate }) => (vatRate === undefined ? NONE : `${vatRate}%`),
};

export const allergensField: Field<Statement> = {
  key: 'allergens',
  with: ['allergenKinds', 'containsNone'],
  label: 'Allergens',
  show: (entry) => allergensText(entry).replace(/^(Contains:|Allergens) /, ''),
};

const servingFields: readonly Field<Serving>[] = [
  { key: 'hours', label: 'Hours', show: ({ hours }) => (hours ? hoursText(hours) : 'always') },
  {
    key: 'happyHour',
    label: 'Happy hour',
    show: ({ happyHour }) => (happyHour ? happyHourText(happyHour) : NONE),
  },
];

/** `£4.00 Mon–Fri 17:00–18:30` */
export const happyHourText = ({ cost, hours }: NonNullable<Serving['happyHour']>): string =>
  `${formatPence(cost)} ${hoursText(hours)}`;

export const categoryFields: readonly Field<Category>[] = [nameField, ...servingFields];

export const itemFields: readonly Field<Item>[] = [
  nameField,
  priceField,
  { key: 'note', label: 'Note', show: ({ note }) => note || NONE },
  allergensField,
  ageField,
  vatField,
  ...servingFields,
];

export const modifierFields: readonly Field<Modifier>[] = [
  nameField,
  { key: 'kind', label: 'Requirement', show: ({ kind }) => modifierKindLabel(kind) },
  { key: 'note', label: 'Notes', show: ({ note }) => note || NONE },
];

export const optionFields: readonly Field<ModifierOption>[] = [
  priceField,
  allergensField,
  ageField,
  vatField,
];

/** `Mains › Ferry burger › Price` */
export const trail = (...names: string[]): string => names.filter((name) => name !== '').join(' › ');
