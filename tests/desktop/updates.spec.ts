import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';
import { accept, card, openLive, signInAndTrade } from '../support/shop/shift.ts';
import { actThatEnds, openTill, type Till } from '../support/till/till.ts';

const owner = generateKeyPairSync('ed25519');
const newer = Buffer.from('#!/bin/sh\nexit 0\n# the new version\n');
const sha512 = createHash('sha512').update(newer).digest('base64');
const signature = (version: string) =>
  sign(null, Buffer.from(`${version}\n${sha512}`), owner.privateKey).toString('base64');

let platform: TestPlatform;
let till: Till;
let feed: Server;
let folder: string;
let installed: string;
let signed: string;
let endless: boolean;
test.beforeEach(async () => {
  platform = await startPlatform();
  folder = await mkdtemp(path.join(tmpdir(), 'servery-feed-'));
  await chmod(folder, 0o777);
  installed = path.join(folder, 'Servery.AppImage');
  await writeFile(installed, 'the old version');
  await chmod(installed, 0o777);
  signed = signature('9.9.9');
  endless = false;
  feed = createServer((request, reply) => {
    if (request.url?.startsWith('/latest-linux.yml'))
      return reply.end(
        `version: 9.9.9\nfiles:\n  - url: Servery-9.9.9.AppImage\n    sha512: ${sha512}\n    signature: ${signed}\n` +
          `    size: ${newer.length}\npath: Servery-9.9.9.AppImage\nsha512: ${sha512}\nreleaseDate: '2026-11-21'\n`,
      );
    if (request.url !== '/Servery-9.9.9.AppImage') return reply.writeHead(404).end();
    return endless ? pourInto(reply) : reply.end(newer);
  });
  await new Promise<void>((resolve) => feed.listen(0, '127.0.0.1', resolve));
});
test.afterEach(async () => {
  await till.remove();
  await platform.stop();
  feed.close();
  await rm(folder, { recursive: true, force: true });
});

/** Sends without end while the reply is read. */
function pourInto(reply: ServerResponse): void {
  const chunk = Buffer.alloc(65_536);
  const pour = () => {
    while (!reply.destroyed && reply.write(chunk));
  };
  reply.on('drain', pour);
  pour();
}

const lockHeld = () => till.app.evaluate(({ app }) => app.hasSingleInstanceLock());

/** Starts as an installed AppImage does, with this test's feed. */
function open(): Promise<Till> {
  const address = feed.address();
  return openTill(`${platform.origin}/api`, {
    env: {
      APPIMAGE: installed,
      SERVERY_UPDATE_URL: `http://127.0.0.1:${address && typeof address === 'object' ? address.port : 0}`,
      SERVERY_UPDATE_KEY: owner.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    },
  });
}

test.skip(process.platform !== 'linux', 'the feed of this test is for Linux');

test('a newer version is found, loaded and checked at the start, and installed once nothing trades and no work is unsaved (E28)', async () => {
  till = await open();
  const { page } = till;
  await signInAndTrade(page, platform);
  const { order } = await platform.placeOrder();
  const { orderNumber } = order;
  await accept(page, orderNumber);
  await page.getByRole('link', { name: 'Settings' }).click();
  await expect(page.getByText('Version 9.9.9 is ready')).toBeVisible();
  const install = page.getByRole('button', { name: 'Install and start again' });
  await install.click();
  await expect(page.getByText('An order is open')).toBeVisible();
  expect(await readFile(installed, 'utf8')).toBe('the old version');

  await page.getByRole('link', { name: 'Outlets', exact: true }).click();
  await page.getByRole('link', { name: 'LIVE The Old Ferry' }).click();
  await card(page, orderNumber).locator('[data-opens-order]').click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Cancel Order' }).click();
  await page.getByRole('button', { name: 'Cancel Order' }).click();
  await expect(card(page, orderNumber)).toBeHidden();
  await page.getByRole('link', { name: 'Settings' }).click();
  await install.click();
  await expect(page.getByText('The outlet is trading')).toBeVisible();
  await openLive(page);
  await page.getByRole('button', { name: 'Stop Trading' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Trading' }).click();
  await page.waitForURL(/\/trading-sessions\/[^/]+$/);

  await page.getByRole('link', { name: 'Settings' }).click();
  await page.evaluate(() => {
    const hold = (event: Event) => event.preventDefault();
    addEventListener('beforeunload', hold);
    Object.assign(globalThis, { release: () => removeEventListener('beforeunload', hold) });
  });
  await install.click();
  await expect(page.getByText('Changes to a menu are not saved yet')).toBeVisible();
  await page.evaluate(() => (globalThis as unknown as { release: () => void }).release());
  expect(await readFile(installed, 'utf8')).toBe('the old version');
  const closed = till.app.waitForEvent('close');
  await actThatEnds(install.click(), closed);
  expect((await readFile(installed)).equals(newer)).toBe(true);
});

test('a version that its owner did not sign is not installed (E28)', async () => {
  signed = signature('9.9.8');
  till = await open();
  await till.page.getByRole('link', { name: 'Connection' }).click();
  await expect(till.page.getByText('not signed by its owner')).toBeVisible();
  await expect(till.page.getByRole('button', { name: 'Look for a new version' })).toBeVisible();
  expect(await readFile(installed, 'utf8')).toBe('the old version');
});

test('a file that was exchanged after it was checked is not installed, and the till stays the only one (E28)', async () => {
  till = await open();
  const { page, app } = till;
  await page.getByRole('link', { name: 'Connection' }).click();
  await expect(page.getByText('Version 9.9.9 is ready')).toBeVisible();
  const pending = await app.evaluate(() => {
    const cache = process.env['XDG_CACHE_HOME'] || `${process.env['HOME']}/.cache`;
    return `${cache}/servery-updater/pending/Servery-9.9.9.AppImage`;
  });
  await writeFile(pending, '#!/bin/sh\necho another program\n');
  await page.getByRole('button', { name: 'Install and start again' }).click();
  await expect(page.getByText('The new version could not be installed')).toBeVisible();
  expect(await readFile(installed, 'utf8')).toBe('the old version');
  expect(await readdir(folder)).toEqual(['Servery.AppImage']);
  expect(await lockHeld()).toBe(true);
});

test('where the program cannot be replaced that is said, and the till stays the only one', async () => {
  till = await open();
  const { page } = till;
  await page.getByRole('link', { name: 'Connection' }).click();
  await expect(page.getByText('Version 9.9.9 is ready')).toBeVisible();
  // As root, the tests run Electron as another user.
  await chmod(folder, process.getuid?.() === 0 ? 0o755 : 0o500);
  await page.getByRole('button', { name: 'Install and start again' }).click();
  await expect(page.getByText('The new version could not be installed')).toBeVisible();
  expect(await lockHeld()).toBe(true);
  expect(await till.startAgain()).toBe(0);
  await chmod(folder, 0o777);
  await page.getByRole('button', { name: 'Look for a new version' }).click();
  await expect(page.getByText('Version 9.9.9 is ready')).toBeVisible();
});

test('a download without an end is given up (E28)', async () => {
  endless = true;
  till = await open();
  await till.page.getByRole('link', { name: 'Connection' }).click();
  await expect(till.page.getByText('larger than its owner says')).toBeVisible();
});
