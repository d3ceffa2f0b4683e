import assert from 'node:assert';
import { EventEmitter } from 'node:events';
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Update } from '#shared/host/updates.ts';
import { otherKey, publicKey, signedVersion } from '../../tests/support/till/signed-version.ts';
import { updates } from './updates.ts';

let folder: string;
let file: string;
let signature: string;
beforeAll(async () => void ({ folder, file, signature } = await signedVersion()));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type SetUp = { key?: string | null; openOrders?: number; byPackage?: boolean; quitAndInstall?: () => void };

function setUp({ key = publicKey, openOrders = 0, byPackage = false, quitAndInstall }: SetUp = {}) {
  const done: string[] = [];
  const updater = Object.assign(new EventEmitter(), {
    autoDownload: true,
    async checkForUpdates() {
      return { cancellationToken: { cancel: () => done.push('cancelled') } };
    },
    quitAndInstall: quitAndInstall ?? (() => void done.push('installed')),
  });
  const seen: Update[] = [];
  const state = { openOrders, trading: false, unsaved: false, loadedBytes: 0, from: '' };
  const system = { readyToQuit: async () => {} };
  const privateFolder = path.join(folder, 'private');
  const made = updates({
    updater: async () => ({
      updater: updater as never,
      byPackage,
      loadedBytes: () => state.loadedBytes,
      privateFolder,
      installFrom: (copy) => (state.from = copy),
      readyToQuit: () => system.readyToQuit(),
    }),
    publicKey: key,
    watch: () => state,
    unsavedWork: async () => state.unsaved,
    changed: (update) => seen.push(update),
    log: () => undefined,
  });
  const load = async () => {
    await made.look();
    updater.emit('update-available', { version: '2.0.0', files: [{ url: 'x', size: 100 }] });
    updater.emit('download-progress', { percent: 41.7 });
    const files = [{ url: 'other.deb' }, { url: 'Servery-2.0.0.AppImage', signature }];
    updater.emit('update-downloaded', { version: '2.0.0', downloadedFile: file, files });
  };
  const ready = async () => {
    await load();
    await expect.poll(() => made.now().kind).toBe('ready');
  };
  return { made, updater, done, seen, state, system, load, ready, privateFolder };
}

describe('a newer version', () => {
  it('is looked for, loaded, and installed when a person says so, and it disturbs nobody', async () => {
    const { made, done, seen, state, ready } = setUp({ openOrders: 2 });
    await ready();
    expect(seen.map(({ kind }) => kind)).toEqual(['checking', 'loading', 'loading', 'ready']);
    expect(seen[2]).toEqual({ kind: 'loading', version: '2.0.0', percent: 41 });
    expect(await made.install()).toBe('orders-open');
    Object.assign(state, { openOrders: 0, trading: true });
    expect(await made.install()).toBe('trading');
    Object.assign(state, { trading: false, unsaved: true });
    expect(await made.install()).toBe('unsaved-work');
    expect(done).toEqual([]);
    state.unsaved = false;
    expect(await made.install()).toBe('installing');
    expect(done).toEqual(['installed']);
  });

  it('is installed from a copy that nobody else may reach (E28)', async () => {
    const { made, state, ready, privateFolder } = setUp();
    await ready();
    await made.install();
    expect(path.dirname(state.from)).toBe(privateFolder);
    expect(readFileSync(state.from, 'utf8')).toBe('the new version');
    expect(statSync(privateFolder).mode & 0o777).toBe(0o700);
  });

  it('is not installed where the file was exchanged after it was checked (E28)', async () => {
    const { made, done, ready, privateFolder } = setUp();
    await ready();
    writeFileSync(file, 'another program');
    try {
      expect(await made.install()).toBe('failed');
    } finally {
      writeFileSync(file, 'the new version');
    }
    expect(done).toEqual([]);
    expect(made.now()).toEqual({
      kind: 'failed',
      message: 'The new version could not be installed. The till goes on as it is.',
    });
    expect(existsSync(privateFolder)).toBe(false);
  });

  it('is not installed where an order comes while it is made ready', async () => {
    const { made, done, state, ready } = setUp();
    await ready();
    const installing = made.install();
    state.openOrders = 1;
    expect(await installing).toBe('orders-open');
    expect(done).toEqual([]);
    expect(made.now().kind).toBe('ready');
  });

  it('is not installed where trading begins while the system fetches it, and can be installed later (E28)', async () => {
    const { made, done, state, system, ready } = setUp();
    let isFetched: (() => void) | undefined;
    system.readyToQuit = () => new Promise((resolve) => (isFetched = resolve));
    await ready();
    const installing = made.install();
    await expect.poll(() => isFetched).toBeDefined();
    expect(done).toEqual([]);
    state.trading = true;
    isFetched?.();
    expect(await installing).toBe('trading');
    expect(done).toEqual([]);
    expect(made.now().kind).toBe('ready');
    state.trading = false;
    system.readyToQuit = async () => {};
    expect(await made.install()).toBe('installing');
    expect(done).toEqual(['installed']);
  });

  it('that the system cannot fetch is said once, and the till goes on', async () => {
    const { made, updater, done, seen, system, ready } = setUp();
    system.readyToQuit = async () => {
      updater.emit('error', new Error('no disk'));
      throw new Error('no disk');
    };
    await ready();
    expect(await made.install()).toBe('failed');
    expect(done).toEqual([]);
    expect(seen.filter(({ kind }) => kind === 'failed')).toHaveLength(1);
  });

  it.each([
    ['throws', () => void assert.fail('read-only')],
    ['says so by an event', null],
  ])('an installation that %s is said to have failed, and the next one is tried', async (_how, throws) => {
    const set = setUp({
      quitAndInstall: throws ?? (() => void set.updater.emit('error', new Error('cancelled'))),
    });
    const { made, ready } = set;
    await ready();
    expect(await made.install()).toBe('failed');
    expect(made.now()).toMatchObject({ message: expect.stringContaining('could not be installed') });
    await ready();
    set.updater.quitAndInstall = () => undefined;
    expect(await made.install()).toBe('installing');
  });

  it('is given up once more of it has come than there is (E28)', async () => {
    vi.useFakeTimers();
    const { made, updater, done, state } = setUp();
    await made.look();
    await vi.advanceTimersByTimeAsync(0);
    updater.emit('update-available', { version: '2.0.0', files: [{ url: 'x', size: 100 }] });
    state.loadedBytes = 110;
    vi.advanceTimersByTime(2_000);
    expect(done).toEqual([]);
    state.loadedBytes = 111;
    vi.advanceTimersByTime(500);
    expect(done).toEqual(['cancelled']);
    expect(made.now()).toMatchObject({ message: expect.stringContaining('larger than its owner says') });
    state.loadedBytes = 1_000;
    vi.advanceTimersByTime(5_000);
    vi.useRealTimers();
    expect(done).toHaveLength(1);
  });

  it('is only said where the system’s package manager installs', async () => {
    const { made, updater } = setUp({ byPackage: true });
    await made.look();
    expect(updater.autoDownload).toBe(false);
    updater.emit('update-available', { version: '2.0.0', files: [] });
    expect(made.now()).toEqual({ kind: 'out', version: '2.0.0' });
    expect(await made.install()).toBe('not-ready');
  });

  it.each([
    ['with another key', otherKey],
    ['where the till knows no key', null],
  ])('is not installed where it is not signed: %s', async (_how, key) => {
    const { made, done, load } = setUp({ key });
    await load();
    await expect.poll(() => made.now().kind).toBe('failed');
    expect(await made.install()).toBe('not-ready');
    expect(done).toEqual([]);
  });

  it('that cannot be had is said, and can be asked for again', async () => {
    const { made, updater, seen } = setUp();
    await made.look();
    updater.emit('error', new Error('net::ERR'));
    expect(made.now()).toEqual({
      kind: 'failed',
      message: 'The new version could not be had. The till goes on as it is.',
    });
    await made.look();
    expect(seen.map(({ kind }) => kind)).toEqual(['checking', 'failed', 'checking']);
  });

  it('is looked for again after a server that never answers, and taken if that answers after all', async () => {
    vi.useFakeTimers();
    const { made, updater, seen } = setUp();
    updater.checkForUpdates = () => new Promise(() => undefined);
    await made.look();
    vi.advanceTimersByTime(119_000);
    expect(made.now().kind).toBe('checking');
    vi.advanceTimersByTime(1_000);
    expect(made.now()).toMatchObject({ message: expect.stringContaining('could not be had') });
    await made.look();
    updater.emit('update-available', { version: '2.0.0', files: [] });
    vi.advanceTimersByTime(600_000);
    vi.useRealTimers();
    expect(seen.map(({ kind }) => kind)).toEqual(['checking', 'failed', 'checking', 'loading']);
  });

  it('is not looked for twice at once', async () => {
    const { made, seen } = setUp();
    await Promise.all([made.look(), made.look()]);
    expect(seen).toHaveLength(1);
  });
});
