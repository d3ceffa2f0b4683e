import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { namedTests, promiseCommands, unprovedCommands, unprovedTests } from '../support/runner/promises.ts';
import type { TestResult } from '../support/runner/results.ts';

const promises = readFileSync(path.resolve(import.meta.dirname, '../../docs/promises.md'), 'utf8');
const passed = (file: string, name: string): TestResult => ({ file, name, state: 'passed' });

describe('a page that names tests', () => {
  const page =
    '| D1 | `shared/a.test.ts`: "adds up", "%s pence"; `tests/web/b.spec.ts`: "a press" |\n| D2 | `tests/api/c.test.ts`: "a group" |';
  const named = namedTests(page);
  const unit = [passed('shared/a.test.ts', 'sums adds up'), passed('shared/a.test.ts', 'takes 12 pence')];
  const api = [passed('tests/api/c.test.ts', 'a group of tests does it')];
  const because = (suite: string, results: TestResult[]) =>
    unprovedTests(named, [{ suite, results }]).map(({ because }) => because);

  it('is held where each ran and passed in the suites that were run', () => {
    expect(named).toHaveLength(4);
    expect(because('unit', unit)).toEqual([]);
    expect(because('api on PGlite', api)).toEqual([]);
  });

  it('is not where one has gone, was commented out or is in another file', () => {
    expect(because('unit', unit.slice(1))).toEqual(['no such test ran']);
    expect(because('web', [passed('tests/web/other.spec.ts', 'a press')])).toEqual(['no such test ran']);
  });

  it('is not where one failed, though another of its group passed', () => {
    const failed: TestResult = { file: 'tests/api/c.test.ts', name: 'a group fails', state: 'failed' };
    expect(because('api on PGlite', [...api, failed])).toEqual(['failed: a group fails']);
  });
});

describe('the table of promises', () => {
  const commands = promiseCommands(promises);

  it('has a command for each promise', () => {
    const rows = promises.split('\n').filter((line) => line.startsWith('|'));
    expect(commands.length).toBe(rows.length - 2);
  });

  it.each(commands)('$command runs a test', ({ promise, command, rest }) => {
    const unproved = (suite: string) =>
      unprovedCommands([{ promise, command, rest }], [{ suite, results: [] }]);
    const reported = ['unit', 'api on PGlite', 'api on PostgreSQL', 'web', 'desktop', 'faults'].flatMap(
      unproved,
    );
    expect(reported.length, 'a suite that ran nothing is told').toBeGreaterThan(0);
  });

  it('knows a name that no test of the suite has', () => {
    const row = { promise: 'once', command: 'npm exec -- vitest run --project api -t "fifty"', rest: '' };
    const ran = (name: string) =>
      unprovedCommands([row], [{ suite: 'api on PGlite', results: [passed('tests/api/x.test.ts', name)] }]);
    expect(ran('fifty accept one order')).toEqual([]);
    expect(ran('forty accept one order')).toHaveLength(1);
  });
});
