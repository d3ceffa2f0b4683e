import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { wallCrossed, type Exception } from '../../lint/walls.js';

const from = (file: string) => path.resolve(import.meta.dirname, '../..', file);

describe('between rooms', () => {
  it.each([
    ['renderer/app/app.tsx', '#shared/base/brand.ts', null],
    ['renderer/app/app.tsx', '../../server/app.ts', 'renderer/ may not import from server/.'],
    ['renderer/app/app.tsx', 'node:fs', 'node:fs does not belong in renderer/.'],
    ['renderer/app/app.tsx', 'electron', 'electron does not belong in renderer/.'],
    ['web/main.tsx', '../renderer/app/app.tsx', null],
    ['server/app.ts', '../renderer/app/app.tsx', 'server/ may not import from renderer/.'],
    ['shared/base/fees.ts', 'react', 'shared/ may use only zod; not react.'],
    ['shared/base/fees.ts', '../../server/app.ts', 'shared/ may not import from server/.'],
    ['preload/bridge.ts', 'electron-store', 'preload/ may use only electron, zod; not electron-store.'],
    ['main/window/window.ts', '../../preload/bridge.ts', 'main/ may not import from preload/.'],
    ['scripts/launch.ts', '../main/till.ts', null],
    ['main/till.ts', '../scripts/launch.ts', 'main/ may not import from scripts/.'],
  ])('%s importing %s: %s', (file, specifier, message) => {
    expect(wallCrossed(from(file), specifier)).toBe(message);
  });
});

describe('between the floors of a room', () => {
  const refusal = (file: string, specifier: string) => wallCrossed(from(file), specifier);

  it.each([
    ['the roof uses all of it', 'server/app.ts', './features/orders/refunds.ts'],
    ['a file uses its neighbours in the same folder', 'renderer/live/pulse.ts', './heartbeat.ts'],
    ['and the floors below, however deep', 'renderer/features/orders/board.tsx', '../../ui/button.tsx'],
    ['and what lies in its own folder', 'server/database/migrate.ts', './migrations/0003-cards.ts'],
    ['rooms without floors have none', 'web/site/enquiry.ts', '../api-base.ts'],
    ['tests use everything', 'renderer/state/store.test.ts', '../app/app.tsx'],
    ['so do the servers that they start', 'server/testing/server.ts', '../app.ts'],
  ])('%s', (_name, file, specifier) => {
    expect(refusal(file, specifier)).toBeNull();
  });

  it.each([
    ['renderer/state/store.ts', '../app/app.tsx'],
    ['renderer/features/session/sign-in-screen.tsx', '../../app/preload.ts'],
    ['renderer/app/routes.tsx', '../main.tsx'],
    ['shared/base/ring.ts', '../api/orders.ts'],
    ['server/http/serve.ts', '../config/config.ts'],
  ])('%s does not use %s, which is above it', (file, specifier) => {
    expect(refusal(file, specifier)).toContain('which is above it');
  });

  it.each([
    ['renderer/features/orders/board.tsx', '../payouts/payouts-screen.tsx', 'features/payouts'],
    ['renderer/refunds/refund-dialog.tsx', '../sold-out/sold-out-dialog.tsx', 'sold-out'],
    ['main/printing/printing.ts', '../window/window.ts', 'window'],
  ])('%s does not use %s, its neighbour', (file, specifier, neighbour) => {
    expect(refusal(file, specifier)).toContain(`its neighbour ${file.split('/')[0]}/${neighbour}`);
  });

  it('a new folder is given a floor before it is used', () => {
    expect(refusal('renderer/app/app.tsx', '../loyalty/points.ts')).toBe(
      'renderer/loyalty/ is on no floor: give it one in lint/walls.js.',
    );
    expect(refusal('server/features/loyalty/points.ts', '../../http/serve.ts')).toBeNull();
  });

  it('an import that is on the list of exceptions is let through, and no other', () => {
    const allowed: Exception[] = [['renderer/state/store.ts', 'renderer/app/app.tsx', 'for this test']];
    expect(wallCrossed(from('renderer/state/store.ts'), '../app/app.tsx', allowed)).toBeNull();
    expect(wallCrossed(from('renderer/state/hooks.ts'), '../app/app.tsx', allowed)).not.toBeNull();
  });
});
