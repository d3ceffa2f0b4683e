import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');
const page = readFileSync(path.join(root, 'docs/rules.md'), 'utf8');
const rules = [...page.matchAll(/^- \*\*(?<id>[A-Z]\d+a?)\*\* /gm)].map(([, id = '']) => id);
/** Rules that no test can prove, with the reason. */
const withoutTest = {
  E16: 'only the registry knows the newest Electron, which is looked up for each release',
};

/** The ids that a text cites, such as D34, and all of a range such as E11–E14. */
function idsIn(text: string): string[] {
  const spans = [...text.matchAll(/\b([A-Z])(\d+)–\1(\d+)\b/g)].flatMap(([, letter = '', from, to]) =>
    Array.from({ length: Number(to) - Number(from) + 1 }, (_, n) => `${letter}${Number(from) + n}`),
  );
  return [
    ...spans,
    ...[...text.matchAll(/(?<![\w#.%/-])[ABDELMPRT][1-9]\d?a?(?![\w.%])/g)].map(([id]) => id),
  ];
}

const sources = execFileSync(
  'git',
  ['ls-files', '*.ts', '*.tsx', '*.js', '*.md', '*.yml', '*.yaml', '*.conf'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\n')
  .filter((file) => file !== '' && file !== 'docs/rules.md' && file !== 'tests/lint/rules.test.ts')
  .map((file) => ({
    file,
    // SVG paths contain texts that look like ids.
    ids: idsIn(readFileSync(path.join(root, file), 'utf8').replaceAll(/\bd="[^"]*"/g, '')),
  }));

it('each rule stands on the page once', () => {
  expect(rules.length).toBeGreaterThan(150);
  expect(rules.filter((id, at) => rules.indexOf(id) !== at)).toEqual([]);
});

it('each rule that code, tests or pages cite is on the page', () => {
  const known = new Set(rules);
  const unknown = sources.flatMap(({ file, ids }) =>
    ids.filter((id) => !known.has(id)).map((id) => `${file}: ${id}`),
  );
  expect(unknown).toEqual([]);
});

it('each rule is cited by a test or a row of the benchmark', () => {
  const tested = new Set(
    sources
      .filter(({ file }) => /\.(?:test|spec)\.tsx?$|-contract\.ts$|^tests\/bench\//.test(file))
      .flatMap(({ ids }) => ids),
  );
  expect(rules.filter((id) => !tested.has(id) && !(id in withoutTest))).toEqual([]);
});
