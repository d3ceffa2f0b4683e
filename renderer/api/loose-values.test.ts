import { expect, it } from 'vitest';
import { readFailure } from './failure.ts';
import { readList } from './loose-values.ts';

it('D2 unwraps lists', () => {
  expect(readList({ orders: [1] }, 'orders', Number)).toEqual([1]);
  expect(readList([1], 'orders', Number)).toEqual([1]);
});

it('D2 reads any shape of refusal, and has words where there are none', () => {
  expect(readFailure(400, { error: 'Nope' })).toMatchObject({ message: 'Nope', code: 'HTTP_400' });
  expect(readFailure(502, '<html>')).toMatchObject({ message: 'Something went wrong. Please try again.' });
});
