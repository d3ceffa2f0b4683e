import { expect, it } from 'vitest';
import { optionText } from './option-text.ts';

it.each([
  ['Leave out', 'Onion', 'Leave out: Onion'],
  ['Choose your milk:', 'Oat', 'Choose your milk: Oat'],
  ['Ice?', 'No', 'Ice? No'],
  ['bacon', 'Bacon', 'Bacon'],
  [undefined, 'Bacon', 'Bacon'],
])('of %s, %s reads %s (D24)', (modifier, name, text) => {
  expect(optionText({ name, ...(modifier !== undefined && { modifier }) })).toBe(text);
});
