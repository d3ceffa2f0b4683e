import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { appSections } from '#shared/base/app-sections.ts';

it('the server knows every section of the app, and no other (D44)', () => {
  const routes = readFileSync(path.join(import.meta.dirname, 'routes.tsx'), 'utf8');
  const sections = [...routes.matchAll(/path=(?:"|\{`)\/([\w-]+)/g)].map(([, section = '']) => section);
  expect([...new Set(sections)].toSorted()).toEqual(appSections.toSorted());
});
