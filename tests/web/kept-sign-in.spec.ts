import { expect, type Page, type Route } from 'playwright/test';
import { nothingIsLeftBehind } from '../support/browser/nothing-left-behind.ts';
import { sendToken } from '../support/browser/kept-sign-in.ts';
import { adminEmail, type TestPlatform } from '../support/shop/platform.ts';
import { openSignedIn, pressStart, startTrading } from '../support/shop/shift.ts';
import { filePlatform as test } from '../support/shop/on-platform.ts';

const outlets = (page: Page) => page.getByRole('heading', { name: 'The Old Ferry' });
const openOutlets = (page: Page) => page.getByRole('link', { name: 'Outlets', exact: true }).click();
/** Answers 401 to requests with the first token, as the server does after 15 minutes. */
async function endTheToken(page: Page) {
  const first = await page.evaluate(() => localStorage.getItem('accessToken'));
  await page
    .context()
    .route('**/api/sellers/outlets', (route: Route) =>
      route.request().headers()['authorization'] === `Bearer ${first}`
        ? route.fulfill({ status: 401, json: { error: { code: 'TOKEN_EXPIRED', message: 'Expired.' } } })
        : route.continue(),
    );
}
function countRefreshes(page: Page): () => number {
  let count = 0;
  page.context().on('request', (request) => {
    if (request.url().endsWith('/sellers/refresh-token')) count += 1;
  });
  return () => count;
}

/** Opens the board of the outlet, which another test may have started. */
async function openTrading(tab: Page, { origin, outletId }: TestPlatform) {
  await tab.goto(`${origin}/outlets/${outletId}/trading-session`);
  const start = tab.getByRole('button', { name: 'Start Trading' });
  await expect(start.or(tab.getByText('Connected', { exact: true }))).toBeVisible();
  if (await start.isVisible()) await pressStart(tab);
  await expect(tab.getByText('Connected', { exact: true })).toBeVisible();
}

test('two tabs whose token ends at once share one refresh, and both stay signed in (A13)', async ({
  signedIn: page,
  context,
  platform,
}) => {
  const second = await context.newPage();
  await second.goto(platform.origin);
  await expect(second.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
  await endTheToken(page);
  const refreshes = countRefreshes(page);
  // Both request while the one refresh is held up, so that neither finds the other's token already there.
  await context.route('**/sellers/refresh-token', async (route) => {
    await expect.poll(() => waiting.size).toBe(2);
    await route.continue();
  });
  const waiting = new Set<Page>();
  for (const tab of [page, second])
    tab.on('response', (reply) => {
      if (reply.status() === 401) waiting.add(tab);
    });
  await Promise.all([openOutlets(page), openOutlets(second)]);
  await expect(outlets(page)).toBeVisible();
  await expect(outlets(second)).toBeVisible();
  expect(refreshes()).toBe(1);
});

test('a refresh that fails on the server’s side keeps the session; one that is refused ends it (A14)', async ({
  signedIn: page,
  platform,
}) => {
  await endTheToken(page);
  const refreshes = countRefreshes(page);
  let fails = true;
  let answer = () => {};
  const pressed = new Promise<void>((resolve) => (answer = resolve));
  // The page asks by itself as well, once it is connected: nothing is answered before the press.
  await page.route('**/sellers/refresh-token', async (route) => {
    if (fails) return route.fulfill({ status: 503, json: {} });
    await pressed;
    return route.continue();
  });
  await openOutlets(page);
  await expect(page.getByRole('heading', { name: 'Error' })).toBeVisible();
  // Two failed attempts count as out of reach.
  await expect.poll(() => refreshes() % 2).toBe(0);
  fails = false;
  await page.getByRole('button', { name: 'Reload' }).click();
  answer();
  await expect(outlets(page)).toBeVisible();

  await page.evaluate(() => {
    localStorage.setItem('accessToken', 'ended');
    localStorage.setItem('refreshToken', 'revoked');
  });
  await page.goto(`${platform.origin}/outlets`);
  await expect(page).toHaveURL(`${platform.origin}/`);
  await expect(page.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  await nothingIsLeftBehind(page);
});

for (const [key, stored] of [
  ['state', '{"view":'],
  ['state', '{"view":{"density":["<script>"],"newestFirst":7},"refunds":[null]}'],
  ['account', '[1,2,3]'],
] as const)
  test(`a ${key} that holds ${stored} is set aside and logged, never a blank page`, async ({
    signedIn: page,
    platform,
  }) => {
    const logged: string[] = [];
    page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
    await page.evaluate(([name, value]) => localStorage.setItem(name, value), [key, stored] as const);
    await page.goto(platform.origin);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(await page.evaluate((name) => localStorage.getItem(`${name}.broken`), key)).toBe(stored);
    expect(logged.filter((line) => line.startsWith(`The kept ${key} cannot be read`))).toHaveLength(1);
  });

test('the state holds how the board is seen, no orders and no tokens, and is gone after signing out (A16)', async ({
  signedIn: page,
  platform,
}) => {
  await startTrading(page);
  await platform.placeOrder({ customerName: 'Somebody Private' });
  await expect(page.getByText('Somebody Private')).toBeVisible();
  await page.getByRole('button', { name: 'Newest first' }).click();
  const state = await page.evaluate(() => localStorage.getItem('state') ?? '');
  expect(JSON.parse(state)).toEqual({
    of: expect.stringMatching(/./),
    view: { density: 'auto', newestFirst: true },
    refunds: {},
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Newest first' })).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL(`${platform.origin}/`);
  await nothingIsLeftBehind(page);
});

test('signing out in the browser ends the sign-in at the server, though the page is replaced at once (A17)', async ({
  signedIn: page,
  platform,
}) => {
  const refreshToken = await page.evaluate(() => localStorage.getItem('refreshToken'));
  await page.getByRole('button', { name: 'Sign out' }).click();
  const asked = page.waitForRequest('**/sellers/sign-out');
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  expect((await asked).postDataJSON()).toEqual({ refreshToken });
  await expect(page).toHaveURL(`${platform.origin}/`);
  await expect.poll(() => platform.log.some((line) => line.includes('/sellers/sign-out'))).toBe(true);
  expect(await sendToken(platform.origin, 'refresh-token', refreshToken)).toBe(401);
});

test('two tabs: neither undoes what the other kept, whether of the board or of the sign-in', async ({
  signedIn: page,
  context,
  platform,
}) => {
  const state = () => page.evaluate(() => JSON.parse(localStorage.getItem('state') ?? '{}') as object);
  const second = await context.newPage();
  for (const tab of [page, second]) await openTrading(tab, platform);
  await page.getByRole('button', { name: 'Newest first' }).click();
  const inSecond = (name: string) => second.getByRole('button', { name });
  await expect(inSecond('Newest first'), 'heard of at once').toHaveAttribute('aria-pressed', 'true');
  await inSecond('Compact cards').click();
  // Each tab has a copy of the shared storage, which gets the other's write a moment later.
  await expect.poll(state).toMatchObject({ view: { density: 'compact', newestFirst: true } });

  // The second tab's answer to a request from before the first signed out arrives after it.
  let answer = () => {};
  await second.route('**/sellers/profile', async (route) => {
    const reply = await route.fetch();
    await new Promise<void>((resolve) => (answer = resolve));
    await route.fulfill({ response: reply });
  });
  const asked = second.waitForRequest('**/sellers/profile');
  await second.reload();
  await asked;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(second.getByRole('link', { name: 'Sign in' }).first()).toBeVisible();
  answer();
  await second.evaluate(() => new Promise(requestAnimationFrame));
  const left = (tab: Page) =>
    tab.evaluate(() => [localStorage, sessionStorage].flatMap((storage) => Object.keys(storage)));
  expect(await left(second)).toEqual([]);
  // Each tab gets the other's writes a moment late.
  await expect.poll(() => left(page)).toEqual([]);
});

test('another account that signs in in another tab takes nothing over: this tab says that it hears no orders (A13)', async ({
  page: second,
  context,
  platform,
}) => {
  await second.goto(`${platform.origin}/sign-in`);
  const board = await context.newPage();
  await openSignedIn(board, platform);
  await openTrading(board, platform);
  await second.getByLabel('E-mail').fill(adminEmail);
  await second.getByLabel('Password').fill(platform.password);
  await second.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(board.getByText('Orders of The Old Ferry are not heard here.')).toBeVisible();
  await expect(second).toHaveURL(`${platform.origin}/admin`);
  await second.reload();
  await expect(second, 'the other stays signed in').toHaveURL(`${platform.origin}/admin`);
});

test('two tabs with one draft of a registration: each keeps what was typed in the other', async ({
  browser,
  platform,
}) => {
  const context = await browser.newContext();
  const [first, second] = [await context.newPage(), await context.newPage()];
  for (const tab of [first, second]) await tab.goto(`${platform.origin}/sign-up`);
  // Each tab gets the other's writes a moment late.
  const arrives = (tab: Page, typed: string) =>
    expect.poll(() => tab.evaluate(() => Object.values(localStorage).join(' '))).toContain(typed);
  await first.getByLabel('Company name').fill('The Copper Kettle');
  await arrives(second, 'The Copper Kettle');
  await second.getByLabel('City').fill('Leeds');
  await arrives(first, 'Leeds');
  await first.reload();
  await expect(first.getByLabel('Company name')).toHaveValue('The Copper Kettle');
  await expect(first.getByLabel('City')).toHaveValue('Leeds');
  await context.close();
});
