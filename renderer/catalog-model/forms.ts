import { v7 as newId } from 'uuid';
import type { Category, Item, Modifier, ModifierOption } from '#shared/api/catalogs.ts';
import { assertNever } from '#shared/base/assert-never.ts';
import { labellingOf, vatRates } from '#shared/base/labelling.ts';
import { statementOf } from '#shared/base/allergens.ts';
import { formatPence, parsePounds, pence, type Pence } from '#shared/base/money.ts';
import {
  findCategory,
  findItem,
  findModifier,
  type CatalogContent,
  type CategoryPlace,
  type ItemPlace,
  type ModifierPlace,
} from './content.ts';
import { putCategory, putItem, putModifier, rename, renameCategory, type Edit } from './edits.ts';
import { allergensField, sameIn } from './fields.ts';
import {
  notStated,
  statementFrom,
  statementProblem,
  statementValues,
  type StatementValues,
} from './statement-form.ts';
import { same } from '../api/same.ts';

/** Every value as it was typed, so that a half-typed amount survives a crash. */
export type ItemValues = {
  name: string;
  cost: string;
  note: string;
  /** One of {@link vatRates} as a text, or empty. */
  vatRate: string;
  ageRestricted?: boolean;
} & StatementValues;
export type OptionValues = {
  name: string;
  cost: string;
  vatRate: string;
  ageRestricted?: boolean;
} & StatementValues;
export type ModifierValues = {
  name: string;
  kind: '' | Modifier['kind'];
  note: string;
  options: OptionValues[];
};

/** An open popup with its initial and current values; a `place` without the last id adds an entry. */
export type OpenForm =
  | { kind: 'catalog'; place: null; before: NameValues; values: NameValues }
  | { kind: 'category'; place: CategoryPlace | null; before: NameValues; values: NameValues }
  | { kind: 'item'; place: CategoryPlace & Partial<ItemPlace>; before: ItemValues; values: ItemValues }
  | {
      kind: 'modifier';
      place: ItemPlace & Partial<ModifierPlace>;
      before: ModifierValues;
      values: ModifierValues;
    };
export type NameValues = { name: string };

/** Validation errors by the fields' names (`options.2.cost`). */
export type Problems = Readonly<Record<string, string>>;

const FILL_IN = 'Please fill this in.';
const NOT_MONEY = 'Please give an amount, such as 4.50.';
const emptyItem: ItemValues = { name: '', cost: '', note: '', vatRate: '', ...notStated };
export const emptyOption: OptionValues = { name: '', cost: '0.00', vatRate: '', ...notStated };
const emptyModifier: ModifierValues = { name: '', kind: '', note: '', options: [emptyOption, emptyOption] };

/** As a field shows it after its own £: `1,234.50`. */
export const poundsText = (amount: Pence): string => formatPence(amount).slice(1);

const opened = <Form extends OpenForm>(form: Omit<Form, 'values'>) =>
  ({ ...form, values: form.before }) as Form;
type FormOf<Kind extends OpenForm['kind']> = Extract<OpenForm, { kind: Kind }>;

export function catalogForm({ name }: CatalogContent): OpenForm {
  return opened<FormOf<'catalog'>>({ kind: 'catalog', place: null, before: { name } });
}

export function categoryForm(category?: Category): OpenForm {
  const place = category ? { categoryId: category.id } : null;
  return opened<FormOf<'category'>>({ kind: 'category', place, before: { name: category?.name ?? '' } });
}

export function itemForm({ categoryId }: CategoryPlace, item?: Item): OpenForm {
  const place = { categoryId, ...(item && { itemId: item.id }) };
  return opened<FormOf<'item'>>({ kind: 'item', place, before: item ? itemValues(item) : emptyItem });
}

export function modifierForm({ categoryId, itemId }: ItemPlace, modifier?: Modifier): OpenForm {
  const place = { categoryId, itemId, ...(modifier && { modifierId: modifier.id }) };
  const before = modifier ? modifierValues(modifier) : emptyModifier;
  return opened<FormOf<'modifier'>>({ kind: 'modifier', place, before });
}

function itemValues(item: Item): ItemValues {
  const { name, cost, note, vatRate } = item;
  const rate = vatRate === undefined ? '' : String(vatRate);
  return { name, cost: poundsText(cost), note, vatRate: rate, ...ageIn(item), ...statementValues(item) };
}

function modifierValues({ name, kind, note, list }: Modifier): ModifierValues {
  return {
    name,
    kind,
    note,
    options: list.map((option) => ({
      name: option.name,
      cost: poundsText(option.cost),
      vatRate: option.vatRate === undefined ? '' : String(option.vatRate),
      ...ageIn(option),
      ...statementValues(option),
    })),
  };
}

/** Only if it is set, as in an item. */
const ageIn = ({ ageRestricted }: { ageRestricted?: boolean | undefined }) =>
  ageRestricted ? { ageRestricted: true as const } : {};

/** Validation errors by field; empty when the form can be submitted. */
export function problemsOf(form: OpenForm): Problems {
  const problems: Record<string, string> = {};
  if (form.values.name.trim() === '') problems['name'] = FILL_IN;
  if (form.kind === 'item') {
    const { cost } = form.values;
    if (cost.trim() === '') problems['cost'] = FILL_IN;
    else if (parsePounds(cost) === null) problems['cost'] = NOT_MONEY;
    const untold = statementProblem(form.values);
    if (untold) problems['allergens'] = untold;
  }
  if (form.kind === 'modifier') {
    const { kind, note, options } = form.values;
    if (kind === '') problems['kind'] = 'Please choose one.';
    if (note.trim() === '') problems['note'] = FILL_IN;
    const names = options.map(({ name }) => name.trim());
    options.forEach((option, index) => {
      const { cost } = option;
      const name = names[index] ?? '';
      if (name === '') return;
      const untold = statementProblem(option);
      if (untold) problems[`options.${index}.allergens`] = untold;
      if (names.indexOf(name) !== index) problems[`options.${index}.name`] = 'This option is there twice.';
      if (optionCost(cost) === null) problems[`options.${index}.cost`] = NOT_MONEY;
    });
    if (kind === 'pickOne' && names.every((name) => name === ''))
      problems['options.0.name'] = 'Please give at least one option to pick.';
  }
  return problems;
}

/** An option without a cost is free. */
const optionCost = (typed: string): Pence | null => (typed.trim() === '' ? pence(0) : parsePounds(typed));

/**
 * The edit of a valid form. Of an item only the changed fields are edited: a colleague may have changed others
 * meanwhile.
 */
export function editOf(form: OpenForm): Edit {
  const name = form.values.name.trim();
  switch (form.kind) {
    case 'catalog':
      return rename(name);
    case 'category':
      return form.place ? renameCategory(form.place, name) : putCategory({ id: newId(), name, list: [] });
    case 'item': {
      const id = form.place.itemId ?? newId();
      return (content) => {
        const known = findItem(content, { ...form.place, itemId: id });
        if (!known && form.place.itemId) return content;
        const item = itemOf(id, form.values, known?.modifiers ?? []);
        return putItem(
          form.place,
          known ? onlyChanged(known, itemOf(id, form.before, []), item) : item,
        )(content);
      };
    }
    case 'modifier': {
      const modifier = modifierOf(form.place.modifierId ?? newId(), form.values);
      return (content) => {
        const gone =
          form.place.modifierId && !findModifier(content, { ...form.place, modifierId: modifier.id });
        return gone ? content : putModifier(form.place, modifier)(content);
      };
    }
    default:
      return assertNever(form);
  }
}

function itemOf(id: string, values: ItemValues, modifiers: Modifier[]): Item {
  const vatRate = vatRates.find((rate) => String(rate) === values.vatRate);
  return {
    id,
    name: values.name.trim(),
    cost: parsePounds(values.cost) ?? pence(0),
    note: values.note.trim(),
    modifiers,
    ...labellingOf({ ...statementFrom(values), ...ageIn(values), vatRate }),
  };
}

function onlyChanged(known: Item, before: Item, after: Item): Item {
  const pick = <Key extends keyof Item>(key: Key) =>
    same(before[key], after[key]) ? known[key] : after[key];
  return {
    id: known.id,
    name: pick('name'),
    cost: pick('cost'),
    note: pick('note'),
    modifiers: known.modifiers,
    ...labellingOf({
      ...statementOf(sameIn(allergensField, before, after) ? known : after),
      ageRestricted: pick('ageRestricted'),
      vatRate: pick('vatRate'),
    }),
  };
}

function modifierOf(id: string, { name, kind, note, options }: ModifierValues): Modifier {
  const list: ModifierOption[] = options
    .filter((option) => option.name.trim() !== '')
    .map((option) => ({
      name: option.name.trim(),
      cost: optionCost(option.cost) ?? pence(0),
      ...labellingOf({
        ...statementFrom(option),
        ...ageIn(option),
        vatRate: vatRates.find((rate) => String(rate) === option.vatRate),
      }),
    }));
  return { id, name: name.trim(), kind: kind || 'pickOne', note: note.trim(), list };
}

/** Whether the entry that the form edits still exists. */
export function hasItsPlace(content: CatalogContent, { place }: OpenForm): boolean {
  if (place === null) return true;
  if ('modifierId' in place && place.modifierId)
    return !!findModifier(content, { ...place, modifierId: place.modifierId });
  if ('itemId' in place && place.itemId) return !!findItem(content, { ...place, itemId: place.itemId });
  return !!findCategory(content, place);
}
