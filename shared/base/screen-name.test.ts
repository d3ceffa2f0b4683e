import { expect, it } from 'vitest';
import { readScreenName } from './screen-name.ts';

it.each([
  ['Bar till', 'Bar till'],
  ['  Küche – links 🍺 ', 'Küche – links 🍺'],
  ['x'.repeat(61), 'x'.repeat(60)],
  [`${'x'.repeat(59)}🍺🍺`, `${'x'.repeat(59)}🍺`],
  [`${'x'.repeat(59)} y`, 'x'.repeat(59)],
  ['', null],
  ['   ', null],
  ['a\u0000b', null],
  ['a\tb', null],
  ['\ud800', null],
])('%j is kept as %j', (given, kept) => expect(readScreenName(given)).toBe(kept));
