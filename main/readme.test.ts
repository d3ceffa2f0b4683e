import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { deafReasons } from '#shared/base/hearing.ts';
import { unnamedProofs } from '../tests/support/runner/promises.ts';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'tests/desktop/README.md'), 'utf8');
const sections = page.split(/^## /m);
const rowsOf = (title: string) =>
  [
    ...(sections.find((section) => section.startsWith(title)) ?? '').matchAll(
      /^\| (?<what>.+?) \| (?:.+ \| )?(?<proof>.+?) \|$/gm,
    ),
  ]
    .slice(1)
    .map(({ groups }) => groups ?? {});
const deaf = rowsOf('Every way to be deaf');
const rows = [...rowsOf('Security'), ...rowsOf('The rules'), ...deaf];

it('the page of the till’s proofs has a row for each security rule, or a reason why not', () => {
  // Of a row only what it is about: tests have rules in their names, too.
  const reasons = page.replaceAll(/^\|.*$/gm, '');
  const about = [reasons, ...rowsOf('Security').map(({ what }) => what)].join(' ');
  const told = new Set(about.match(/\bE\d+\b/g));
  expect(Array.from({ length: 31 }, (_, n) => `E${n + 1}`).filter((rule) => !told.has(rule))).toEqual([]);
});

it('the page has a row for every reason for which a screen does not hear orders', () => {
  const told = deaf.map(({ what }) => what).join();
  for (const why of deafReasons) expect(told, why).toContain(`\`${why}\``);
});

// `npm test` checks after a run that each of them ran and passed.
it('each row names tests that are there', () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(unnamedProofs(rows)).toEqual([]);
});
