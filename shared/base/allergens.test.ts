import { describe, expect, it } from 'vitest';
import {
  allergensText,
  isStated,
  lineAllergensText,
  statementOf,
  unionOf,
  type Statement,
} from './allergens.ts';

describe('what a line contains is the union of its item and options (D56)', () => {
  const bun: Statement = { allergens: ['gluten'], allergenKinds: ['wheat'] };
  const cheddar: Statement = { allergens: ['milk'] };
  const none: Statement = { containsNone: true };
  const said = (...parts: Statement[]) =>
    lineAllergensText({ ...unionOf(parts), modifications: parts.slice(1) });

  it.each<[Statement[], string]>([
    [[bun], 'Contains: Gluten (wheat)'],
    [[bun, cheddar], 'Contains: Gluten (wheat), Milk'],
    [[bun, none], 'Contains: Gluten (wheat)'],
    [[none, cheddar], 'Contains: Milk'],
    [[none, none], 'None of the 14 allergens'],
    [[bun, {}], 'Contains: Gluten (wheat); rest not stated'],
    [[{}, cheddar], 'Contains: Milk; rest not stated'],
    [[none, {}], 'Allergens not all stated'],
    [[{}, {}], 'Allergens not stated'],
    [[{ allergens: ['nuts'] }], 'Contains: Nuts (nut not stated)'],
    [[{ allergens: ['nuts'] }, { allergens: ['nuts'] }], 'Contains: Nuts (nut not stated)'],
    [
      [{ allergens: ['nuts'] }, { allergens: ['nuts'], allergenKinds: ['almonds', 'brazil-nuts'] }],
      'Contains: Nuts (almonds, Brazil nuts); rest not stated',
    ],
  ])('%j: %s', (parts, text) => expect(said(...parts)).toBe(text));

  it('an order of an older server says what was said of its item', () => {
    expect(lineAllergensText({ allergens: ['gluten'], modifications: [] })).toBe('Contains: Gluten');
    const withOption = { allergens: ['gluten' as const], modifications: ['Cheddar'] };
    expect(lineAllergensText(withOption)).toBe('Contains: Gluten; rest not stated');
    expect(lineAllergensText({ modifications: [] })).toBe('Allergens not stated');
  });
});

it('a cereal or nut is its allergen too, and "none" never hides one', () => {
  expect(statementOf({ allergenKinds: ['oats'], containsNone: true })).toEqual({
    allergens: ['gluten'],
    allergenKinds: ['oats'],
  });
  expect(statementOf({ allergens: [] })).toEqual({});
});

it('something is stated in full once a customer can be told all of it', () => {
  expect(isStated({})).toBe(false);
  expect(isStated({ allergens: [] })).toBe(false);
  expect(isStated({ allergens: ['gluten', 'milk'] })).toBe(false);
  expect(isStated({ allergens: ['gluten'], allergenKinds: ['rye'] })).toBe(true);
  expect(isStated({ containsNone: true })).toBe(true);
  expect(allergensText({})).toBe('Allergens not stated');
});
