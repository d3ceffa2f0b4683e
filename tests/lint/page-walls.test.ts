import path from 'node:path';
import { expect, it } from 'vitest';
import { build } from 'vite';
import { pageWalls } from '../../lint/page-walls.js';

/** Builds a page with only this import, like the real pages. */
function buildPage(source: string) {
  return build({
    configFile: false,
    logLevel: 'silent',
    root: path.resolve(import.meta.dirname, '../..'),
    plugins: [
      pageWalls(),
      {
        name: 'page',
        resolveId: (id) => (id === 'page' ? id : null),
        load: (id) => (id === 'page' ? source : null),
      },
    ],
    build: { write: false, rolldownOptions: { input: 'page' } },
  });
}

it('a page that takes a value from the contract’s schemas is not built', async () => {
  await expect(
    buildPage(`import { errorBody } from '#shared/api/errors.ts'; console.log(errorBody);`),
  ).rejects.toThrow('zod is in the page');
});

it('a page that takes the words alone is', async () => {
  await expect(
    buildPage(
      `import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts'; console.log(GENERIC_MESSAGE);`,
    ),
  ).resolves.toBeDefined();
});
