import { expect, it } from 'vitest';
import { chosenSuites } from '../support/runner/chosen-suites.ts';

const suites = ['check', 'build', 'unit', 'api on PGlite', 'api on PostgreSQL', 'web', 'desktop'].map(
  (name) => ({
    name,
  }),
);

it.each([
  [[], 'check, build, unit, api on PGlite, api on PostgreSQL, web, desktop'],
  [['desktop'], 'build, desktop'],
  [['unit', 'web'], 'build, unit, web'],
  [['api on PG'], 'build, api on PGlite'],
  [['check', 'unit'], 'check, unit'],
  [['build'], 'build'],
])('npm test -- %j runs %s', (words, names) =>
  expect(
    chosenSuites(suites, words)
      .map(({ name }) => name)
      .join(', '),
  ).toBe(names),
);
