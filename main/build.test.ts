import path from 'node:path';
import { build } from 'vite';
import { expect, it } from 'vitest';

/** The packages in each file of the main process, as it is built. */
async function packagesByFile(): Promise<Map<string, Set<string>>> {
  const built = await build({
    configFile: path.resolve(import.meta.dirname, 'vite.config.ts'),
    build: { write: false },
  });
  const [first] = [built].flat();
  const files = first && 'output' in first ? first.output : [];
  return new Map(
    files.flatMap((file) => {
      if (file.type !== 'chunk') return [];
      const names = Object.keys(file.modules).flatMap(
        (id) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(id)?.[1] ?? [],
      );
      return [[file.fileName, new Set(names)] as const];
    }),
  );
}

it('a till starts without the code of what it does later: print, and look for updates', async () => {
  const files = await packagesByFile();
  expect(files.get('main.cjs')).toEqual(new Set());
  expect(files.get('till.cjs')).toContain('electron-store');
  for (const later of ['node-thermal-printer', 'iconv-lite', 'electron-updater'])
    expect(files.get('till.cjs')).not.toContain(later);
  expect(files.get('document-bytes.cjs')).toContain('node-thermal-printer');
  expect(files.get('app-updater.cjs')).toContain('electron-updater');
});
