import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { contract } from '#shared/api/contract.ts';
import { unnamedProofs } from '../support/runner/promises.ts';

const page = readFileSync(path.join(import.meta.dirname, 'README.md'), 'utf8');
const [, calls = '', rules = '', failures = '', notHeld = ''] = page.split(/^## /m);
const rows = [calls, rules, failures].flatMap((section) =>
  [...section.matchAll(/^\| (?<what>.+?) \| (?<proof>.+) \|$/gm)].slice(2).map(({ groups }) => groups ?? {}),
);

it('the page has a row for each call of the contract (D11)', () => {
  const told = new Set<string>(
    [...calls.matchAll(/`((?:GET|POST|PUT|PATCH|DELETE) \/[^`]+)`/g)].map(([, call = '']) => call),
  );
  expect(Object.keys(contract).filter((call) => !told.has(call))).toEqual([]);
});

it('the page has a row for each rule from D6 to D42, and for each rule on attacks and failures or a reason why not', () => {
  const names = (text: string) => [...text.matchAll(/\b[A-Z]\d+a?\b/g)].map(([name]) => name);
  const numbers = (letter: string, first: number, last: number) =>
    Array.from({ length: last - first + 1 }, (_, n) => `${letter}${first + n}`);
  expect([...numbers('D', 6, 42), 'D16a'].filter((rule) => !names(rules).includes(rule))).toEqual([]);
  const known = new Set([...names(failures), ...names(notHeld)]);
  const all = [
    ...numbers('A', 1, 26),
    ...numbers('P', 3, 16),
    ...[1, 3, 4, 5, 6, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17].map((n) => `R${n}`),
    ...numbers('B', 1, 14),
    ...numbers('L', 10, 17),
  ];
  expect(all.filter((rule) => !known.has(rule))).toEqual([]);
});

// `npm test` checks after a run that each of them ran and passed.
it('each row names tests that are there', () => {
  expect(rows.length).toBeGreaterThan(60);
  expect(unnamedProofs(rows)).toEqual([]);
});
