import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { deletedFrom } from './grant-to-server.ts';

it('a server may delete from the tables of which its code deletes, and from no others (L17)', () => {
  const root = path.resolve(import.meta.dirname, '..');
  const files = globSync('{*,!(testing)/**/*}.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts'),
  );
  const named = files.flatMap((file) => [
    ...readFileSync(path.join(root, file), 'utf8').matchAll(
      /deleteFrom\(\s*'(\w+)'|\bdelete\s+from\s+(\w+)/gi,
    ),
  ]);
  const tables = new Set(named.map(([, built, written]) => built ?? written ?? ''));
  expect([...tables].toSorted()).toEqual(deletedFrom);
});
