import { expect, it } from 'vitest';
import { readLabelling, readStated } from './read-labelling.ts';

it('nothing of which an unknown allergen is named counts as free of allergens (D56)', () => {
  expect(readLabelling({ containsNone: true })).toEqual({ containsNone: true });
  expect(readLabelling({ allergens: ['celeriac'], containsNone: true })).toEqual({});
  expect(readLabelling({ allergens: [] })).toEqual({});
  expect(readLabelling({ allergens: ['milk', 'celeriac'] })).toEqual({ allergens: ['milk'] });
  expect(readLabelling({ allergens: ['nuts'], allergenKinds: ['almonds', 'chestnuts'] })).toEqual({
    allergens: ['nuts'],
    allergenKinds: ['almonds'],
  });
});

it('a line that names one is stated partly at most', () => {
  expect(readStated({ allergens: ['milk', 'celeriac'], stated: 'whole' })).toEqual({ stated: 'partly' });
  expect(readStated({ allergens: ['milk'], stated: 'whole' })).toEqual({ stated: 'whole' });
  expect(readStated({ allergens: ['milk'] })).toEqual({});
});
