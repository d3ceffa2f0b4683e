import { describe, expect, it } from 'vitest';
import type { Category, Modifier } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import type { CatalogContent } from './content.ts';
import { putModifier, rename, renameCategory } from './edits.ts';
import { catalogForm, categoryForm, editOf, modifierForm, type OpenForm } from './forms.ts';
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
/** The modifier that a colleague has saved while the form was open, after the form is saved. */
const savedOver = (theirs: Modifier, values: object) =>
  modifiersOf(editOf(filled(modifierForm(place, sauce), values))(putModifier(place, theirs)(content)));
const options = (modifierForm(place, sauce).values as ModifierValues).options;

describe('a form that is saved after a colleague’s edit of the same entry', () => {
  it('of a modifier keeps each field and option that was not changed in the form', () => {
    const theirs: Modifier = {
      ...sauce,
      kind: 'pickOne',
      note: 'Served with',
      list: [{ ...gravy, allergens: ['gluten'] }, mustard, { name: 'Ketchup', cost: pence(0) }],
    };
    expect(savedOver(theirs, { name: 'Sauces' })).toEqual([{ ...theirs, name: 'Sauces' }]);
    const dearer = options.map((option) => ({ ...option, cost: '2.00' }));
    expect(savedOver(theirs, { options: dearer })).toEqual([
      {
        ...theirs,
        list: [
          { ...gravy, cost: 200, allergens: ['gluten'] },
          { ...mustard, cost: 200 },
          { name: 'Ketchup', cost: 0 },
        ],
      },
    ]);
  });

  it('of a modifier decides what both have changed, and removes what it removed', () => {
    const theirs = { ...sauce, name: 'Relish', list: [gravy] };
    expect(savedOver(theirs, { name: 'Sauces' })).toEqual([{ ...theirs, name: 'Sauces' }]);
    expect(savedOver({ ...sauce, note: 'On' }, { options: options.slice(1) })).toEqual([
      { ...sauce, note: 'On', list: [mustard] },
    ]);
  });

  it('of a category or the menu keeps the name unless it was changed in the form', () => {
    const hours = [{ ...firstWindow, from: '07:00', to: '11:00' }];
    const theirs = renameCategory({ categoryId: 'mains' }, 'Large plates')(content);
    const [kept] = editOf(filled(categoryForm(mains), { hours }))(theirs).categories;
    expect(kept).toMatchObject({ name: 'Large plates', hours });
    const renamed = rename('Winter menu')(content);
    expect(editOf(catalogForm(content))(renamed).name).toBe('Winter menu');
    expect(editOf(filled(catalogForm(content), { name: 'Summer menu' }))(renamed).name).toBe('Summer menu');
  });
});
