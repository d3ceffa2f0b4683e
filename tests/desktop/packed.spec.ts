import { createHash, generateKeyPairSync } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { expect, test } from 'playwright/test';
import { brand } from '#shared/base/brand.ts';
import { openPackedTill, startPacked, type PackedTill } from '../support/till/packed-till.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { run } from '../support/runner/run-command.ts';
import { accept, card, signInAndTrade } from '../support/shop/shift.ts';

const unpacked = path.resolve('dist/installers/linux-unpacked');
const program = path.join(unpacked, 'servery');
/** The same package but for one word, which lets a test look into it. */
const testBuild = path.resolve('.cache/test-build');
/** More than this is a library too many, or a map. */
const MOST_BYTES = 6_000_000;

test.skip(process.platform !== 'linux', 'packed here for Linux alone');
test.beforeAll(async () => {
  // Beside a launcher there is the plain build; the program itself is in it.
  const electron = path.dirname(process.env['ELECTRON_PATH'] ?? '');
  const found = [electron, path.join(electron, '../dist')].find((folder) =>
    existsSync(path.join(folder, 'resources.pak')),
  );
  if (!found) throw new Error('ELECTRON_PATH leads to no build of Electron');
  const version = (await readFile(path.join(found, 'version'), 'utf8')).trim().replace(/^v/, '');
  const pack = (...more: string[]) =>
    run('electron-builder', ['--dir', `-c.electronDist=${found}`, `-c.electronVersion=${version}`, ...more]);
  expect(await pack()).toBe(true);
  expect(await pack('-c.extraMetadata.testBuild=true', `-c.directories.output=${testBuild}`)).toBe(true);
});

type Entry = { files?: Record<string, Entry>; size?: number; offset?: string; integrity?: { hash: string } };

/** The files in an ASAR archive: each with its contents and its hash in the archive's header. */
async function filesOf(archive: string) {
  const bytes = await readFile(archive);
  // Two pickles: the length of the header, then the header as text.
  const header = JSON.parse(bytes.subarray(16, 16 + bytes.readUInt32LE(12)).toString('utf8')) as Entry;
  const start = 8 + bytes.readUInt32LE(4);
  const walk = (
    entry: Entry,
    name: string,
  ): { name: string; contents: Buffer; hash: string | undefined }[] => {
    if (entry.files)
      return Object.entries(entry.files).flatMap(([inner, file]) => walk(file, path.posix.join(name, inner)));
    const from = start + Number(entry.offset);
    const contents = bytes.subarray(from, from + (entry.size ?? 0));
    return [{ name, contents, hash: entry.integrity?.hash }];
  };
  return walk(header, '');
}

test('the package holds the three builds and nothing else, each file with its hash (E21)', async () => {
  const files = await filesOf(path.join(unpacked, 'resources/app.asar'));
  const sizes = new Map<string, number>();
  for (const { name, contents } of files) {
    const part = name.split('/').slice(0, 2).join('/');
    sizes.set(part, (sizes.get(part) ?? 0) + contents.length);
  }
  for (const [part, size] of sizes) console.log(`${part.padEnd(20)} ${(size / 1000).toFixed(0)} kB`);
  expect([...sizes.keys()].toSorted()).toEqual([
    'dist/main',
    'dist/preload',
    'dist/renderer',
    'package.json',
  ]);
  expect([...sizes.values()].reduce((total, size) => total + size)).toBeLessThan(MOST_BYTES);
  for (const { name, contents, hash } of files) {
    expect(name).not.toMatch(/\.(map|ts|tsx|env|test\..*)$|node_modules/);
    expect(hash, name).toBe(createHash('sha256').update(contents).digest('hex'));
  }
  expect(files.find(({ name }) => name === 'dist/main/till.cjs')?.contents.toString()).toContain(brand.appId);
  expect(await readFile(path.join(unpacked, 'resources/app-update.yml'), 'utf8')).toContain(
    'provider: generic',
  );
});

test('the fuses of the packed program are blown (E19)', async () => {
  const wire = await getCurrentFuseWire(program);
  const on = '1'.codePointAt(0);
  const isOn = (fuse: FuseV1Options) => wire[fuse] === on;
  expect(isOn(FuseV1Options.RunAsNode)).toBe(false);
  expect(isOn(FuseV1Options.EnableCookieEncryption)).toBe(true);
  expect(isOn(FuseV1Options.EnableNodeOptionsEnvironmentVariable)).toBe(false);
  expect(isOn(FuseV1Options.EnableNodeCliInspectArguments)).toBe(false);
  expect(isOn(FuseV1Options.EnableEmbeddedAsarIntegrityValidation)).toBe(true);
  expect(isOn(FuseV1Options.OnlyLoadAppFromAsar)).toBe(true);
  expect(isOn(FuseV1Options.LoadBrowserProcessSpecificV8Snapshot)).toBe(false);
  expect(isOn(FuseV1Options.GrantFileProtocolExtraPrivileges)).toBe(false);
});

test('a release is not started where somebody could look into it, or put another server in its place (E31)', async () => {
  const pack = JSON.parse(
    (await filesOf(path.join(unpacked, 'resources/app.asar')))
      .find(({ name }) => name === 'package.json')
      ?.contents.toString('utf8') ?? '',
  ) as Record<string, unknown>;
  expect(pack).not.toHaveProperty('testBuild');
  for (const given of [
    '--remote-debugging-port=0',
    '--remote-debugging-pipe',
    '--proxy-server=127.0.0.1:1',
  ]) {
    const { code, errors } = await startPacked(program, [given]);
    expect(code).toBe(1);
    expect(errors).toContain(`It is not started with ${given.replace(/=.*/, '')}.`);
  }
});

test('what was made to be tested is not signed as a release (E31)', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'servery-release-'));
  const key = path.join(folder, 'key.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  await writeFile(key, privateKey.export({ format: 'pem', type: 'pkcs8' }));
  const sign = (installers: string) =>
    run('node', ['scripts/sign-updates.ts', installers], { UPDATE_SIGNING_KEY: key });
  expect(await sign(testBuild)).toBe(false);
  expect(await sign(path.dirname(unpacked))).toBe(true);
  await rm(folder, { recursive: true });
});

test.describe('the packed till', () => {
  let platform: TestPlatform;
  let till: PackedTill;
  test.beforeAll(async () => {
    platform = await startPlatform();
    till = await openPackedTill(path.join(testBuild, 'linux-unpacked/servery'), `${platform.origin}/api`);
  });
  test.afterAll(async () => {
    await till?.remove();
    await platform.stop();
  });

  test('plays a short shift', async () => {
    const { page } = till;
    await signInAndTrade(page, platform);
    const { order } = await platform.placeOrder();
    const { orderNumber } = order;
    await accept(page, orderNumber);
    await expect(card(page, orderNumber)).toContainText('Waiting');
  });

  test('runs no other program, and nobody looks into it (E19, E31)', async () => {
    const asNode = await till.startAgain(['-e', 'process.exit(7)'], { ELECTRON_RUN_AS_NODE: '1' });
    expect(asNode.code).toBe(0);
    const inspected = await till.startAgain(['--inspect=0'], { NODE_OPTIONS: '--require=/nowhere.js' });
    expect(inspected.code).toBe(0);
    expect(inspected.errors).not.toMatch(/Debugger listening|nowhere/);
  });

  test('a link opens the screen it names in the till that runs, and no other', async () => {
    await till.startAgain(['servery://catalogs']);
    await expect(till.page).toHaveURL('app://till/catalogs');
    await till.startAgain(['servery://admin/sellers']);
    await till.startAgain(['servery://settings']);
    await expect(till.page).toHaveURL('app://till/settings');
    await expect(till.page.getByRole('heading', { name: 'Settings' })).toBeVisible();
  });
});
