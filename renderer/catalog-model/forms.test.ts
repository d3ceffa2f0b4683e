import { describe, expect, it } from 'vitest';
import type { Category, Modifier } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import type { CatalogContent } from './content.ts';
import { putModifier, rename, renameCategory } from './edits.ts';
import { asOpened, catalogForm, categoryForm, editOf, modifierForm, type OpenForm } from './forms.ts';
import { merge, type Merge } from './merge.ts';
import type { ModifierValues } from './modifier-form.ts';
import { firstWindow } from './serving-form.ts';

const gravy = { name: 'Gravy', cost: pence(150) };
const mustard = { name: 'Mustard', cost: pence(50) };
const sauce: Modifier = {
  id: 'sauce',
  name: 'Sauce',
  kind: 'optionalExtra',
  note: 'With',
  list: [gravy, mustard],
};
const pie = { id: 'pie', name: 'Pie', cost: pence(1250), note: '', modifiers: [sauce] };
const mains: Category = { id: 'mains', name: 'Mains', list: [pie] };
const content: CatalogContent = { name: 'Menu', categories: [mains] };
const place = { categoryId: 'mains', itemId: 'pie' };
const filled = <Form extends OpenForm>(form: Form, values: object) =>
  ({ ...form, values: { ...form.values, ...values } }) as Form;
const modifiersOf = ({ categories }: CatalogContent) => categories[0]?.list[0]?.modifiers;
/** A form that is saved over what a colleague has saved while it was open. */
function savedOver(form: OpenForm, theirs: CatalogContent): Merge {
  const since = asOpened(form)(theirs);
  return merge(since, editOf(form)(since), theirs);
}
const modifierSavedOver = (theirs: Modifier, values: object) => {
  const form = filled(modifierForm(place, sauce), values);
  const { merged, collisions } = savedOver(form, putModifier(place, theirs)(content));
  return { modifiers: modifiersOf(merged), collisions };
};
const options = (modifierForm(place, sauce).values as ModifierValues).options;

describe('a form that is saved after a colleague’s edit of the same entry', () => {
  it('of a modifier keeps each field and option that was not changed in the form', () => {
    const theirs: Modifier = {
      ...sauce,
      kind: 'pickOne',
      note: 'Served with',
      list: [{ ...gravy, allergens: ['gluten'] }, mustard, { name: 'Ketchup', cost: pence(0) }],
    };
    expect(modifierSavedOver(theirs, { name: 'Sauces' })).toEqual({
      modifiers: [{ ...theirs, name: 'Sauces' }],
      collisions: [],
    });
    const dearer = options.map((option) => ({ ...option, cost: '2.00' }));
    expect(modifierSavedOver(theirs, { options: dearer })).toEqual({
      modifiers: [
        {
          ...theirs,
          list: [
            { ...gravy, cost: 200, allergens: ['gluten'] },
            { ...mustard, cost: 200 },
            { name: 'Ketchup', cost: 0 },
          ],
        },
      ],
      collisions: [],
    });
  });

  it('of a modifier collides in what both have changed, and removes what it removed (D36)', () => {
    const theirs = { ...sauce, name: 'Relish', list: [gravy] };
    expect(modifierSavedOver(theirs, { name: 'Sauces' })).toMatchObject({
      modifiers: [{ ...theirs, name: 'Sauces' }],
      collisions: [{ mine: 'Sauces', theirs: 'Relish' }],
    });
    expect(modifierSavedOver({ ...sauce, note: 'On' }, { options: options.slice(1) })).toEqual({
      modifiers: [{ ...sauce, note: 'On', list: [mustard] }],
      collisions: [],
    });
  });

  it('of a category or the menu keeps the name unless it was changed in the form', () => {
    const hours = [{ ...firstWindow, from: '07:00', to: '11:00' }];
    const theirs = renameCategory({ categoryId: 'mains' }, 'Large plates')(content);
    const { merged, collisions } = savedOver(filled(categoryForm(mains), { hours }), theirs);
    expect(merged.categories[0]).toMatchObject({ name: 'Large plates', hours });
    expect(collisions).toEqual([]);
    const renamed = rename('Winter menu')(content);
    expect(savedOver(catalogForm(content), renamed)).toMatchObject({
      merged: { name: 'Winter menu' },
      collisions: [],
    });
    expect(savedOver(filled(catalogForm(content), { name: 'Summer menu' }), renamed)).toMatchObject({
      merged: { name: 'Summer menu' },
      collisions: [{ mine: 'Summer menu', theirs: 'Winter menu' }],
    });
  });
});
