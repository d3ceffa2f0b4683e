import { expect, it } from 'vitest';
import { readScreenNameHeader, writeScreenNameHeader } from './screen-name-header.ts';

it.each(['Bar till', 'Küche – links 🍺', '100 % & more', '🍺'.repeat(60)])(
  '%s arrives as it was sent',
  (name) => {
    const header = writeScreenNameHeader(name);
    expect(header).toMatch(/^[\x21-\x7e]+$/);
    expect(readScreenNameHeader(header)).toBe(name);
  },
);

it.each(['', '  ', '\ud800', 'a\nb'])('%j is no name, and is not sent', (name) =>
  expect(writeScreenNameHeader(name)).toBeUndefined(),
);

it.each([undefined, '', '%', '%ff', '%00', 'a%0Ab', '%20', ['a', 'b'], 'x'.repeat(1_001)])(
  '%j says nothing',
  (header) => expect(readScreenNameHeader(header)).toBeNull(),
);
