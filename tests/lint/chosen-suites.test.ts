import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { chosenSuites } from '../support/runner/chosen-suites.ts';
import { refuseStray } from '../support/runner/refuse-stray.ts';

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

it.each([
  ['tests/run.ts', 'unti', 'There is no unti. There are: check, build, web, unit, '],
  ['tests/bench/run.ts', 'speed', 'There is no speed. There are: M4, M15, '],
])('%s %s is an error: misspelt, it would run nothing and end well', (runner, word, says) => {
  const { status, stderr } = spawnSync(process.execPath, [runner, word], { encoding: 'utf8' });
  expect(status).toBe(1);
  expect(stderr).toContain(says);
});

it('a part of a name is enough where that is how it is chosen', () => {
  const known = ['menus are read', 'orders are placed'];
  const isFor = (word: string, name: string) => name.includes(word);
  refuseStray(['menus'], known, isFor);
  expect(() => refuseStray(['menus', 'cards'], known, isFor)).toThrow('There is no cards.');
});
