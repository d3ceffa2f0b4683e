import { describe, expect, it } from 'vitest';
import type { Category } from '#shared/api/catalogs.ts';
import { pence } from '#shared/base/money.ts';
import { readServing } from '../api/read-serving.ts';
import type { CatalogContent } from './content.ts';
import { differencesBetween } from './differences.ts';
import { categoryForm, editOf, itemForm, problemsOf, type OpenForm } from './forms.ts';
import { merge } from './merge.ts';
import { firstWindow } from './serving-form.ts';

const tea = { id: 'tea', name: 'Tea', cost: pence(300), note: '', modifiers: [] };
const drinks: Category = { id: 'drinks', name: 'Drinks', list: [tea] };
const content: CatalogContent = { name: 'Menu', categories: [drinks] };
const mornings = [{ ...firstWindow, from: '07:00', to: '11:00' }];
const evenings = [{ ...firstWindow, from: '17:00', to: '19:00' }];
const filled = <Form extends OpenForm>(form: Form, values: object) =>
  ({ ...form, values: { ...form.values, ...values } }) as Form;

describe('hours in a form (D58)', () => {
  it('of a category and an item are saved, compared in words, and taken away again', () => {
    const serving = { hours: mornings, happyCost: '2.5', happyHours: evenings };
    const withHours = [
      filled(categoryForm(drinks), serving),
      filled(itemForm({ categoryId: 'drinks' }, tea), serving),
    ]
      .map(editOf)
      .reduce((before, edit) => edit(before), content);
    const own = { hours: mornings, happyHour: { cost: 250, hours: evenings } };
    expect(withHours.categories).toMatchObject([{ ...own, list: [own] }]);
    expect(differencesBetween(content, withHours).map(({ what, detail }) => [what, detail])).toEqual([
      ['Drinks', 'Hours: always → every day 07:00–11:00'],
      ['Drinks', 'Happy hour: none → £2.50 every day 17:00–19:00'],
      ['Drinks › Tea', 'Hours: always → every day 07:00–11:00'],
      ['Drinks › Tea', 'Happy hour: none → £2.50 every day 17:00–19:00'],
    ]);
    const [category] = withHours.categories;
    const without = filled(categoryForm(category), { hours: undefined, happyHours: undefined });
    expect(differencesBetween(editOf(without)(withHours), withHours)).toHaveLength(2);
  });

  it('what a colleague changed meanwhile stays: only the fields that were changed are saved', () => {
    const renamed = editOf(filled(categoryForm(drinks), { name: 'Hot drinks' }));
    const theirs = editOf(filled(categoryForm(drinks), { hours: mornings }));
    expect(renamed(theirs(content)).categories[0]).toMatchObject({ name: 'Hot drinks', hours: mornings });
    const { merged, collisions } = merge(content, renamed(content), theirs(content));
    expect(collisions).toEqual([]);
    expect(merged.categories[0]).toMatchObject({ name: 'Hot drinks', hours: mornings });
  });

  it('that are not whole are marked', () => {
    const form = filled(itemForm({ categoryId: 'drinks' }, tea), {
      hours: [{ days: [], from: '', to: '11:00' }],
      happyHours: evenings,
    });
    expect(Object.keys(problemsOf(form))).toEqual(['hours.0.days', 'hours.0.from', 'happyCost']);
  });

  it('of a server that says something else of them are not read in half', () => {
    const days = ['sun', 'mon'];
    expect(readServing({ hours: [{ days, from: '07:00', to: '11:00' }] })).toEqual({
      hours: [{ days: ['mon', 'sun'], from: '07:00', to: '11:00' }],
    });
    for (const hours of [
      [{ days: ['mon', 'holidays'], from: '07:00', to: '11:00' }],
      [{ days, from: '7', to: '11:00' }],
      [{ days, from: '07:00', to: '11:00' }, {}],
      'always',
    ])
      expect(readServing({ hours, happyHour: { cost: 100, hours } })).toEqual({});
  });
});
