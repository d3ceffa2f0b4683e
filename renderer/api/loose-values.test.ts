import { expect, it } from 'vitest';
import { readFailure } from './failure.ts';
import { readList } from './loose-values.ts';

it('unwraps lists (D2)', () => {
  expect(readList({ orders: [1] }, 'orders', Number)).toEqual([1]);
  expect(readList([1], 'orders', Number)).toEqual([1]);
});

it('reads any shape of refusal, and has words where there are none (D2)', () => {
  expect(readFailure(400, { error: 'Nope' })).toMatchObject({ message: 'Nope', code: 'HTTP_400' });
  expect(readFailure(502, '<html>')).toMatchObject({ message: 'Something went wrong. Please try again.' });
});
