import { v7 as newId } from 'uuid';
import type { Category, Item, Modifier } from '#shared/api/catalogs.ts';
import { servingOf } from '#shared/catalogs/served.ts';
import { assertNever } from '#shared/base/assert-never.ts';
import { labellingOf, vatRates } from '#shared/base/labelling.ts';
import { statementOf } from '#shared/base/allergens.ts';
import { pence } from '#shared/base/money.ts';
import { parsePounds } from '#shared/base/typed-amounts.ts';
import {
  findCategory,
  findItem,
  findModifier,
  type CatalogContent,
  type CategoryPlace,
  type ItemPlace,
  type ModifierPlace,
} from './content.ts';
import { changeCategory, putCategory, putItem, putModifier, rename, type Edit } from './edits.ts';
import { allergensField, sameIn } from './fields.ts';
import { mergeModifier } from './merge.ts';
import {
  ageIn,
  emptyModifier,
  FILL_IN,
  modifierOf,
  modifierProblems,
  modifierValues,
  NOT_MONEY,
  poundsText,
  type ModifierValues,
} from './modifier-form.ts';
import { servingFrom, servingProblems, servingValues, type ServingValues } from './serving-form.ts';
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
} & StatementValues &
  ServingValues;
/** An open popup with its initial and current values; a `place` without the last id adds an entry. */
export type OpenForm =
  | { kind: 'catalog'; place: null; before: NameValues; values: NameValues }
  | { kind: 'category'; place: CategoryPlace | null; before: CategoryValues; values: CategoryValues }
  | { kind: 'item'; place: CategoryPlace & Partial<ItemPlace>; before: ItemValues; values: ItemValues }
  | {
      kind: 'modifier';
      place: ItemPlace & Partial<ModifierPlace>;
      before: ModifierValues;
      values: ModifierValues;
    };
type NameValues = { name: string };
export type CategoryValues = NameValues & ServingValues;

/** Validation errors by the fields' names (`options.2.cost`). */
export type Problems = Readonly<Record<string, string>>;

const emptyItem: ItemValues = { name: '', cost: '', note: '', vatRate: '', ...notStated };

const opened = <Form extends OpenForm>(form: Omit<Form, 'values'>) =>
  ({ ...form, values: form.before }) as Form;
type FormOf<Kind extends OpenForm['kind']> = Extract<OpenForm, { kind: Kind }>;

export function catalogForm({ name }: CatalogContent): OpenForm {
  return opened<FormOf<'catalog'>>({ kind: 'catalog', place: null, before: { name } });
}

export function categoryForm(category?: Category): OpenForm {
  const place = category ? { categoryId: category.id } : null;
  const before = { name: category?.name ?? '', ...servingValues(category ?? {}) };
  return opened<FormOf<'category'>>({ kind: 'category', place, before });
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
  const own = { name, cost: poundsText(cost), note, vatRate: rate };
  return { ...own, ...ageIn(item), ...statementValues(item), ...servingValues(item) };
}

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
  if (form.kind === 'modifier') Object.assign(problems, modifierProblems(form.values));
  if (form.kind === 'item' || form.kind === 'category') Object.assign(problems, servingProblems(form.values));
  return problems;
}

/** The edit of a valid form. Of a known entry only the fields are edited that were changed in the form. */
export function editOf(form: OpenForm): Edit {
  switch (form.kind) {
    case 'catalog':
      return isRenamed(form) ? rename(form.values.name.trim()) : (content) => content;
    case 'category':
      return categoryEdit(form);
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
    case 'modifier':
      return modifierEdit(form);
    default:
      return assertNever(form);
  }
}

const isRenamed = ({ before, values }: OpenForm): boolean => before.name.trim() !== values.name.trim();

function modifierEdit({ place, before, values }: FormOf<'modifier'>): Edit {
  const { modifierId } = place;
  const id = modifierId ?? newId();
  const after = modifierOf(id, values);
  if (!modifierId) return putModifier(place, after);
  return (content) => {
    const known = findModifier(content, { ...place, modifierId });
    return known ? putModifier(place, mergeModifier(modifierOf(id, before), after, known))(content) : content;
  };
}

function categoryEdit(form: FormOf<'category'>): Edit {
  const { place, before, values } = form;
  const after = { name: values.name.trim(), ...servingFrom(values) };
  if (!place) return putCategory({ id: newId(), list: [], ...after });
  const earlier = servingFrom(before);
  return changeCategory(place, {
    ...(isRenamed(form) && { name: after.name }),
    ...(!same(earlier.hours, after.hours) && { hours: after.hours }),
    ...(!same(earlier.happyHour, after.happyHour) && { happyHour: after.happyHour }),
  });
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
    ...servingFrom(values),
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
    ...servingOf({ hours: pick('hours'), happyHour: pick('happyHour') }),
  };
}

/** Makes the entry of a form what it was when the form was opened; an entry that is added was not there. */
export function asOpened(form: OpenForm): Edit {
  return (content) => {
    const now = formNow(content, form);
    return now ? editOf({ ...now, values: form.before } as OpenForm)(content) : content;
  };
}

/** The form of the same entry, opened now; null if there is none. */
function formNow(content: CatalogContent, { kind, place }: OpenForm): OpenForm | null {
  switch (kind) {
    case 'catalog':
      return catalogForm(content);
    case 'category': {
      const category = place && findCategory(content, place);
      return category ? categoryForm(category) : null;
    }
    case 'item': {
      const item = place.itemId && findItem(content, { ...place, itemId: place.itemId });
      return item ? itemForm(place, item) : null;
    }
    case 'modifier': {
      const { modifierId } = place;
      const modifier = modifierId && findModifier(content, { ...place, modifierId });
      return modifier ? modifierForm(place, modifier) : null;
    }
    default:
      return assertNever(kind);
  }
}

/** Whether the entry that the form edits still exists. */
export function hasItsPlace(content: CatalogContent, { place }: OpenForm): boolean {
  if (place === null) return true;
  if ('modifierId' in place && place.modifierId)
    return !!findModifier(content, { ...place, modifierId: place.modifierId });
  if ('itemId' in place && place.itemId) return !!findItem(content, { ...place, itemId: place.itemId });
  return !!findCategory(content, place);
}
