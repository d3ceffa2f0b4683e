import { generateKeyPairSync, sign } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Update } from '#shared/platform.ts';
import { isOurs, sha512Of, signedText } from './update-signature.ts';
import { updates } from './updates.ts';

const keys = () => generateKeyPairSync('ed25519');
const owner = keys();
const publicKey = owner.publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
let folder: string;
let file: string;
let signature: string;
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-update-'));
  file = path.join(folder, 'Servery-2.0.0.AppImage');
  writeFileSync(file, 'the new version');
  signature = sign(null, signedText('2.0.0', await sha512Of(file)), owner.privateKey).toString('base64');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('E28 a version is the owner’s', () => {
  it('where number, file and key are those that were signed', async () =>
    expect(await isOurs({ version: '2.0.0', file, signatures: ['', signature] }, publicKey)).toBe(true));

  it('and not where any of them is another, or the signature is none', async () => {
    const other = path.join(folder, 'other');
    writeFileSync(other, 'the new versiom');
    const otherKey = keys().publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
    expect(await isOurs({ version: '1.0.0', file, signatures: [signature] }, publicKey)).toBe(false);
    expect(await isOurs({ version: '2.0.0', file: other, signatures: [signature] }, publicKey)).toBe(false);
    expect(await isOurs({ version: '2.0.0', file, signatures: [signature] }, otherKey)).toBe(false);
    expect(await isOurs({ version: '2.0.0', file, signatures: [signature] }, 'no key')).toBe(false);
    for (const wrong of [signature.slice(0, -8), '', undefined, 7])
      expect(await isOurs({ version: '2.0.0', file, signatures: [wrong] }, publicKey)).toBe(false);
  });
});

function setUp({ key = publicKey, openOrders = 0 }: { key?: string | null; openOrders?: number } = {}) {
  const updater = Object.assign(new EventEmitter(), {
    async checkForUpdates() {
      updater.emit('checking-for-update');
      return {};
    },
    quitAndInstall: () => void done.push('installed'),
  });
  const done: string[] = [];
  const seen: Update[] = [];
  const orders = { open: openOrders };
  const made = updates({
    updater: () => updater as never,
    publicKey: key,
    openOrders: () => orders.open,
    changed: (update) => seen.push(update),
    log: () => undefined,
    leaving: () => void done.push('leaving'),
  });
  const load = () => {
    made.look();
    updater.emit('update-available', { version: '2.0.0' });
    updater.emit('download-progress', { percent: 41.7 });
    const files = [{ url: 'other.deb' }, { url: 'Servery-2.0.0.AppImage', signature }];
    updater.emit('update-downloaded', { version: '2.0.0', downloadedFile: file, files });
  };
  return { made, updater, done, seen, orders, load };
}

describe('a newer version', () => {
  it('is looked for, loaded, and installed when a person says so, once no order is open', async () => {
    const { made, done, seen, orders, load } = setUp({ openOrders: 2 });
    load();
    await expect.poll(() => made.now().kind).toBe('ready');
    expect(seen.map(({ kind }) => kind)).toEqual(['checking', 'loading', 'loading', 'ready']);
    expect(seen[2]).toEqual({ kind: 'loading', version: '2.0.0', percent: 41 });
    expect(made.install()).toBe('orders-open');
    expect(done).toEqual([]);
    orders.open = 0;
    expect(made.install()).toBe('installing');
    expect(done).toEqual(['leaving', 'installed']);
  });

  it.each([
    ['with another key', keys().publicKey.export({ format: 'der', type: 'spki' }).toString('base64')],
    ['where the till knows no key', null],
  ])('is not installed where it is not signed: %s', async (_how, key) => {
    const { made, done, load } = setUp({ key });
    load();
    await expect.poll(() => made.now().kind).toBe('failed');
    expect(made.install()).toBe('not-ready');
    expect(done).toEqual([]);
  });

  it('that cannot be had is said, and can be asked for again', () => {
    const { made, updater, seen } = setUp();
    made.look();
    updater.emit('error', new Error('net::ERR'));
    expect(made.now()).toEqual({
      kind: 'failed',
      message: 'The new version could not be had. The till goes on as it is.',
    });
    made.look();
    expect(seen.map(({ kind }) => kind)).toEqual(['checking', 'failed', 'checking']);
  });

  it('is not looked for twice at once', () => {
    const { made, seen } = setUp();
    made.look();
    made.look();
    expect(seen).toHaveLength(1);
  });
});
