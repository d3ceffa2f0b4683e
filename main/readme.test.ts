import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '..');
const page = readFileSync(path.join(root, 'tests/desktop/README.md'), 'utf8');
const [, hazards = '', rules = ''] = page.split(/^## /m);
const rows = [hazards, rules].flatMap((section) =>
  [...section.matchAll(/^\| (?<what>.+?) \| (?<proof>.+) \|$/gm)].slice(1).map(({ groups }) => groups ?? {}),
);

it('the page of the till’s proofs has a row for each hazard of Electron, or a word why not', () => {
  const told = new Set([...page.matchAll(/\bE\d+\b/g)].map(([name]) => name));
  expect(Array.from({ length: 31 }, (_, n) => `E${n + 1}`).filter((hazard) => !told.has(hazard))).toEqual([]);
});

it('each row names tests that are there', () => {
  expect(rows.length).toBeGreaterThan(25);
  for (const { what = '', proof = '' } of rows) {
    const files = [...proof.matchAll(/`([^`]+\.(?:test|spec)\.ts)`: ((?:"[^"]+"(?:, )?)+)/g)];
    expect(files.length, what).toBeGreaterThan(0);
    for (const [, file = '', named = ''] of files) {
      expect(existsSync(path.join(root, file)), file).toBe(true);
      const text = readFileSync(path.join(root, file), 'utf8');
      for (const [, name = ''] of named.matchAll(/"([^"]+)"/g))
        expect(text.includes(name), `${file}: ${name}`).toBe(true);
    }
  }
});
