import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect } from 'playwright/test';
import { signIn, signInAndTrade, signOut, startTrading } from '../support/shop/shift.ts';
import { actThatEnds, startInVain, type Till } from '../support/till/till.ts';
import { ownTill as test } from '../support/till/own-till.ts';
import { answerDialogs } from '../support/till/till-printers.ts';

const NOTICE = 'no safe place to keep your sign-in';

/** Records every refresh token that the server gives the main process. */
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

/** Everything that a script in the page could read. */
function readableInThePage({ page }: Till): Promise<string> {
  return page.evaluate(async () => {
    const databases = await indexedDB.databases();
    const caches = await globalThis.caches?.keys();
    return JSON.stringify([localStorage, sessionStorage, document.cookie, databases, caches]);
  });
}

/**
 * Closes the window, which stays; returns how often it was asked to minimise. Without a window manager nothing is
 * minimised, so the test checks the request to the window.
 */
function minimisedByClosing({ app }: Till): Promise<number | false> {
  return app.evaluate(({ BrowserWindow }) => {
    const [window] = BrowserWindow.getAllWindows();
    let count = 0;
    if (window) window.minimize = () => (count += 1);
    window?.close();
    return window?.isDestroyed() === false && count;
  });
}

test('with a keyring: kept for its owner alone, taken up again at the next start, gone after sign-out (E26)', async ({
  platform,
  startTill,
}) => {
  let till = await startTill({ keyring: true });
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
  till = await startTill({ userData: till.userData, keyring: true });
  await expect(till.page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  expect((await readFile(file)).equals(kept), 'each token is used once').toBe(false);

  await signOut(till.page);
  await expect.poll(async () => (await till.files()).has('session')).toBe(false);
  await till.close();
  till = await startTill({ userData: till.userData, keyring: true });
  await expect(till.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('without a keyring: in memory alone, and the app says so (E24)', async ({ platform, startTill }) => {
  test.skip(process.platform !== 'linux', 'other systems always have one');
  let till = await startTill({ args: ['--password-store=basic'] });
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
  till = await startTill({ userData: till.userData });
  await expect(till.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
});

test('the till opens on the outlet that is trading (D5)', async ({ platform, startTill }) => {
  let till = await startTill({ keyring: true });
  await signInAndTrade(till.page, platform);
  await till.close();
  till = await startTill({ userData: till.userData, keyring: true });
  await expect(till.page.getByText('Connected', { exact: true })).toBeVisible();
  expect(till.page.url()).toContain(`/outlets/${platform.outletId}/trading-session`);
});

test('whoever signs out leaves no outlet behind for the next seller of this computer', async ({
  platform,
  startTill,
}) => {
  const till = await startTill({ keyring: true });
  await signInAndTrade(till.page, platform);
  const remembered = async () =>
    (JSON.parse((await till.files()).get('settings.json') ?? '{}') as { lastOutlet?: unknown }).lastOutlet;
  await expect.poll(remembered).toMatchObject({ outletId: platform.outletId });
  await signOut(till.page);
  await expect.poll(remembered).toBeNull();
});

test('what cannot be read is set aside or removed, told of, and stops nobody (E25)', async ({
  platform,
  startTill,
}) => {
  let till = await startTill({ keyring: true });
  await signIn(till.page, platform);
  await till.close();
  await writeFile(path.join(till.userData, 'session'), 'v11 rubbish');
  await writeFile(path.join(till.userData, 'settings.json'), '{"apiBase": "https://or');
  till = await startTill({ userData: till.userData, keyring: true });
  await expect(till.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  const files = await till.files();
  expect(files.has('session')).toBe(false);
  expect(files.get('settings.json.broken')).toBe('{"apiBase": "https://or');
  await signIn(till.page, platform);
});

test('one till at a time: a second start ends and leaves the first alone (E29)', async ({ startTill }) => {
  const till = await startTill();
  await expect(till.page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  expect(await till.startAgain()).toBe(0);
  expect(await till.app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows().length)).toBe(1);
});

test('a folder that belongs to somebody else is named, and the till ends (E29)', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'servery-locked-'));
  // As root, the tests run Electron as another user.
  await chmod(folder, process.getuid?.() === 0 ? 0o700 : 0o500);
  const { code, errors } = await startInVain(folder);
  expect(code).toBe(1);
  expect(errors).toContain(`[error box] Servery cannot start: The folder ${folder} cannot be used.`);
  await rm(folder, { recursive: true });
});

test('where the settings can be neither read nor written the till starts all the same, and is not closed in mid-shift (E25)', async ({
  platform,
  startTill,
}) => {
  const userData = await mkdtemp(path.join(tmpdir(), 'servery-till-'));
  await chmod(userData, 0o777);
  // No file can be written in place of a folder.
  await mkdir(path.join(userData, 'settings.json'));
  const till = await startTill({ userData });
  await signIn(till.page, platform);
  const files = await till.files();
  expect(files.get(path.join('logs', 'till.log'))).toContain('The settings cannot be saved on this computer');
  await startTrading(till.page);
  expect(await minimisedByClosing(till)).toBe(1);
});

test('quitting with unsaved work asks, and who stays has a till that minimises as before (E29)', async ({
  platform,
  startTill,
}) => {
  const till = await startTill({ keyring: true });
  const { app, page } = till;
  await signInAndTrade(page, platform);
  await app.evaluate(({ dialog }) => {
    const asked: string[] = [];
    const answers = { leave: false };
    dialog.showMessageBox = async (...call: unknown[]) => {
      const { message, buttons } = call.at(-1) as { message: string; buttons: string[] };
      asked.push(message);
      const pressed = buttons.includes('Quit') ? 'Quit' : answers.leave ? 'Leave' : 'Stay';
      return { response: buttons.indexOf(pressed), checkboxChecked: false };
    };
    Object.assign(globalThis, { asked, answers });
  });
  await page.evaluate(() => addEventListener('beforeunload', (event) => event.preventDefault()));
  // A page that nobody has touched cannot object to being closed.
  await page.getByRole('heading').first().click();
  const asked = () => app.evaluate(() => (globalThis as unknown as { asked: string[] }).asked);

  await app.evaluate(({ app: electron }) => electron.quit());
  const questions = ['The Old Ferry is trading.', 'Changes to a menu are not saved yet.'];
  await expect.poll(asked).toEqual(questions);
  expect(await minimisedByClosing(till)).toBe(1);
  expect(await asked()).toEqual(questions);

  await app.evaluate(() => {
    (globalThis as unknown as { answers: { leave: boolean } }).answers.leave = true;
  });
  const closed = app.waitForEvent('close');
  await actThatEnds(
    app.evaluate(({ app: electron }) => electron.quit()),
    closed,
  );
});

test('the server is found from its name alone, and a certificate that is not taken is said (D4)', async ({
  platform,
  startTill,
}) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'servery-certificate-'));
  const [key, cert] = [path.join(folder, 'key.pem'), path.join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const made = ['req', '-x509', '-nodes', '-newkey', 'rsa:2048', '-keyout', key, '-out', cert, ...subject];
  execFileSync('openssl', made, { stdio: 'ignore' });
  const untrusted = createSecureServer(
    { key: await readFile(key), cert: await readFile(cert) },
    (_request, reply) => reply.writeHead(401).end('{}'),
  );
  await rm(folder, { recursive: true });
  await listen(untrusted);
  const untrustedOrigin = originOf(untrusted).replace('http:', 'https:');

  const till = await startTill({ apiBase: 'http://127.0.0.1:9/api' });
  const { page, app } = till;
  await page.getByRole('link', { name: 'Sign in' }).click();
  await page.getByLabel('E-mail').fill(platform.email);
  await page.getByLabel('Password').fill(platform.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(page.getByText('Its address is http://127.0.0.1:9/api')).toBeVisible();
  await page.getByRole('link', { name: 'Connection' }).click();
  const questions = await answerDialogs(till, 1);
  const address = page.getByLabel('Address of the server');
  await address.fill(untrustedOrigin);
  await page.getByRole('button', { name: 'Test and save' }).click();
  await expect(page.getByText('does not trust the server’s certificate')).toBeVisible();
  untrusted.close();

  await address.fill(new URL(platform.origin).host);
  const opened = app.waitForEvent('window');
  await actThatEnds(page.getByRole('button', { name: 'Test and save' }).click(), opened);
  const next = await opened;
  await signIn(next, platform);
  expect(
    await next.evaluate(() => (globalThis as unknown as { till: { apiBase: string } }).till.apiBase),
  ).toBe(`${platform.origin}/api`);
  const hosts = [untrustedOrigin, platform.origin].map((origin) => new URL(origin).host);
  expect(await questions()).toEqual(hosts.map((host) => `Use the server ${host}?`));
});

test('a password goes to the server it was typed for, and not where that would send it on to (E1)', async ({
  platform,
  startTill,
}) => {
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
  const till = await startTill({ apiBase: `${originOf(redirecting)}/api` });
  await till.page.getByRole('link', { name: 'Sign in' }).click();
  await till.page.getByLabel('E-mail').fill(platform.email);
  await till.page.getByLabel('Password').fill(platform.password);
  await till.page.getByRole('button', { name: 'Sign in' }).click();
  await expect(till.page.getByText('The server cannot be reached')).toBeVisible();
  expect(received).toBe(0);
  elsewhere.close();
  redirecting.close();
});
