import path from 'node:path';
import { expect, it } from 'vitest';
import { wallCrossed } from '../../lint/walls.js';

const from = (file: string) => path.resolve(import.meta.dirname, '../..', file);

it.each([
  ['renderer/app/app.tsx', '#shared/base/brand.ts', null],
  ['renderer/app/app.tsx', '../../server/app.ts', 'renderer/ may not import from server/.'],
  ['renderer/app/app.tsx', 'node:fs', 'node:fs does not belong in renderer/.'],
  ['renderer/app/app.tsx', 'electron', 'electron does not belong in renderer/.'],
  ['web/main.tsx', '../renderer/app/app.tsx', null],
  ['server/app.ts', '../renderer/app/app.tsx', 'server/ may not import from renderer/.'],
  ['shared/base/fees.ts', 'react', 'shared/ may use only zod; not react.'],
  ['shared/base/fees.ts', '../server/app.ts', 'shared/ may not import from server/.'],
  ['preload/bridge.ts', 'electron-store', 'preload/ may use only electron, zod; not electron-store.'],
  ['main/window/window.ts', '../preload/bridge.ts', 'main/ may not import from preload/.'],
])('%s importing %s: %s', (file, specifier, message) => {
  expect(wallCrossed(from(file), specifier)).toBe(message);
});
