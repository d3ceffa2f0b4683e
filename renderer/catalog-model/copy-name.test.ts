import { expect, it } from 'vitest';
import { nameOfCopy } from './copy-name.ts';

it.each([
  ['Winter', 'Winter copy'],
  ['a'.repeat(120), `${'a'.repeat(115)} copy`],
  [`${'a'.repeat(114)}🍺 and more`, `${'a'.repeat(114)} copy`],
  [`${'a'.repeat(110)}👩‍🍳👩‍🍳`, `${'a'.repeat(110)}👩‍🍳 copy`],
])('the copy of %j is %j, with every emoji whole', (name, copy) => expect(nameOfCopy(name)).toBe(copy));
