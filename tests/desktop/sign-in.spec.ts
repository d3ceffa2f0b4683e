import { readFile, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import path from 'node:path';
import { expect, test } from 'playwright/test';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { signIn, startTrading } from '../support/shift.ts';
import { openTill, type Till } from '../support/till.ts';

let platform: TestPlatform;
let till: Till;
test.beforeEach(async () => {
  platform = await startPlatform();
});
test.afterEach(async () => {
  await till.remove();
  await platform.stop();
});

const NOTICE = 'no safe place to keep your sign-in';

/** Writes down every refresh token that the server gives the main process. */
async function collectRefreshTokens({ app }: Till): Promise<() => Promise<string[]>> {
  await app.evaluate(({ net }) => {
    const tokens: string[] = [];
    const fetch = net.fetch.bind(net);
    net.fetch = async (...request) => {
      const reply = await fetch(...request);
      const text = await reply.clone().text();
      tokens.push(...[...text.matchAll(/"refreshToken":"([^"]+)"/g)].map((found) => found[1] ?? ''));
      return reply;
    };
    Object.assign(globalThis, { refreshTokens: tokens });
  });
  return () => app.evaluate(() => (globalThis as unknown as { refreshTokens: string[] }).refreshTokens);
}

const listen = (server: Server) => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

function originOf(server: Server): string {
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address === 'object' ? address.port : 0}`;
}

/** Everything a script in the page could read. */
function readableInThePage({ page }: Till): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await globalThis.caches?.keys();
    return JSON.stringify([localStorage, sessionStorage, document.cookie, databases, caches]);
  });
}

async function signOut({ page }: Till): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
}

test('E26 with a keyring: kept for its owner alone, taken up again at the next start, gone after sign-out', async () => {
  till = await openTill(`${platform.origin}/api`, { keyring: true });
  const tokens = await collectRefreshTokens(till);
  await signIn(till.page, platform);
  await expect(till.page.getByText(NOTICE)).toBeHidden();
  const [token = ''] = await tokens();
  expect(token).not.toBe('');
  expect(await readableInThePage(till)).not.toMatch(/Token|eyJ/);
  const file = path.join(till.userData, 'session');
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  for (const [name, contents] of await till.files()) expect(contents.includes(token), name).toBe(false);

  const kept = await readFile(file);
  await till.close();
  till = await openTill(`${platform.origin}/api`, { userData: till.userData, keyring: true });
  await expect(till.page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  expect((await readFile(file)).equals(kept), 'each token is used once').toBe(false);

  await signOut(till);
  await expect.poll(async () => (await till.files()).has('session')).toBe(false);
  await till.close();
  till = await openTill(`${platform.origin}/api`, { userData: till.userData, keyring: true });
  await expect(till.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('E24 without a keyring: in memory alone, and the app says so', async () => {
  test.skip(process.platform !== 'linux', 'other systems always have one');
  till = await openTill(`${platform.origin}/api`, { args: ['--password-store=basic'] });
  const tokens = await collectRefreshTokens(till);
  await signIn(till.page, platform);
  await expect(till.page.getByText(NOTICE)).toBeVisible();
  const [token = ''] = await tokens();
  expect(token).not.toBe('');
  const files = await till.files();
  expect(files.has('session')).toBe(false);
  for (const [name, contents] of files) expect(contents.includes(token), name).toBe(false);
  expect(await readableInThePage(till)).not.toContain(token);
  await till.close();
  till = await openTill(`${platform.origin}/api`, { userData: till.userData });
  await expect(till.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('D5 the till opens on the outlet that is trading', async () => {
  till = await openTill(`${platform.origin}/api`, { keyring: true });
  await signIn(till.page, platform);
  await startTrading(till.page);
  await till.close();
  till = await openTill(`${platform.origin}/api`, { userData: till.userData, keyring: true });
  await expect(till.page.getByText('Connected', { exact: true })).toBeVisible();
  expect(till.page.url()).toContain(`/outlets/${platform.outletId}/trading-session`);
});

test('E25 what cannot be read is set aside or removed, told of, and stops nobody', async () => {
  till = await openTill(`${platform.origin}/api`, { keyring: true });
  await signIn(till.page, platform);
  await till.close();
  await writeFile(path.join(till.userData, 'session'), 'v11 rubbish');
  await writeFile(path.join(till.userData, 'settings.json'), '{"apiBase": "https://or');
  till = await openTill(`${platform.origin}/api`, { userData: till.userData, keyring: true });
  await expect(till.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  const files = await till.files();
  expect(files.has('session')).toBe(false);
  expect(files.get('settings.json.broken')).toBe('{"apiBase": "https://or');
  await signIn(till.page, platform);
});

test('E29 one till at a time: a second start ends and leaves the first alone', async () => {
  till = await openTill(`${platform.origin}/api`);
  await expect(till.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await till.startAgain()).toBe(0);
  expect(await till.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('E1 a password goes to the server it was typed for, and not where that would send it on to', async () => {
  let received = 0;
  const elsewhere = createServer((_request, reply) => {
    received += 1;
    reply.end('{}');
  });
  await listen(elsewhere);
  const redirecting = createServer((_request, reply) =>
    reply.writeHead(307, { location: `${originOf(elsewhere)}/api/sellers/sign-in` }).end(),
  );
  await listen(redirecting);
  till = await openTill(`${originOf(redirecting)}/api`);
  await till.page.getByRole('link', { name: 'Sign in' }).click();
  await till.page.getByLabel('E-mail').fill(platform.email);
  await till.page.getByLabel('Password').fill(platform.password);
  await till.page.getByRole('button', { name: 'Sign in' }).click();
  await expect(till.page.getByText('The server cannot be reached')).toBeVisible();
  expect(received).toBe(0);
  elsewhere.close();
  redirecting.close();
});
