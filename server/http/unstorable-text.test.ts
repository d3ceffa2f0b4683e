import { expect, it } from 'vitest';
import { unstorableText } from './unstorable-text.ts';

it('finds a NUL and half of a character wherever they are, and nothing else (D6)', () => {
  expect(
    unstorableText({ name: 'a\0b', list: [{ note: 'Café 💷' }, { note: '\ud83d' }], n: 1, none: null }),
  ).toEqual(['name', 'list.1.note']);
  expect(unstorableText('\udca9')).toEqual(['']);
  expect(unstorableText(undefined)).toEqual([]);
});
