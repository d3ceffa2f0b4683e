import { expect, it } from 'vitest';
import { outletQuery } from './queries.ts';

it('an outlet has one selector however often it is asked for: a board asks for each of its orders', () => {
  expect(outletQuery('harbour')).toBe(outletQuery('harbour'));
  expect(outletQuery('harbour')).not.toBe(outletQuery('quay'));
});
