import { expect, test } from 'playwright/test';
import { startPlatform, type TestPlatform } from '../support/platform.ts';
import { signIn } from '../support/shift.ts';
import { openTill, type Till } from '../support/till.ts';

let platform: TestPlatform;
let till: Till;

test.beforeAll(async () => {
  platform = await startPlatform();
  till = await openTill(`${platform.origin}/api`);
});
test.afterAll(async () => {
  await till.remove();
  await platform.stop();
});

test('E2 E3 E20 the page has no Node, and of the host only the bridge', async () => {
  const found = await till.page.evaluate(() => ({
    node: [
      typeof (globalThis as Record<string, unknown>)['require'],
      typeof (globalThis as Record<string, unknown>)['process'],
    ],
    till: Object.keys((globalThis as unknown as { till: object }).till).toSorted(),
  }));
  expect(found.node).toEqual(['undefined', 'undefined']);
  expect(found.till).toEqual([
    'announceOrder',
    'apiBase',
    'keepAccount',
    'onOrderChosen',
    'onRing',
    'onSignedOut',
    'openExternal',
    'refreshSession',
    'rememberOutlet',
    'rememberedOutlet',
    'restoreSession',
    'saveApiBase',
    'setRinging',
    'signIn',
    'signInKept',
    'signOut',
  ]);
});

test('E7 an injected script does not run', async () => {
  const ran = await till.page.evaluate(() => {
    const script = document.createElement('script');
    script.textContent = 'globalThis.injected = true';
    document.body.append(script);
    return 'injected' in globalThis;
  });
  expect(ran).toBe(false);
});

test('E15 an address outside is refused unless it is one of the product’s own', async () => {
  const refused = await till.page.evaluate(async () => {
    const { till } = globalThis as unknown as { till: { openExternal(payload: unknown): Promise<void> } };
    const addresses = [
      'file:///etc/passwd',
      'https://stripe.com.evil/',
      'smb://host/share',
      'https://user@connect.stripe.com/',
    ];
    return Promise.all(
      addresses.map((url) =>
        till.openExternal({ url }).then(
          () => false,
          () => true,
        ),
      ),
    );
  });
  expect(refused).toEqual([true, true, true, true]);
});

test('E17 a payload that breaks the contract is refused', async () => {
  const refused = await till.page.evaluate(async () => {
    const { till } = globalThis as unknown as {
      till: Record<string, (payload: unknown) => Promise<unknown>>;
    };
    const bad: [string, unknown][] = [
      ['signIn', { email: 'a@b.test' }],
      ['setRinging', { orderIds: 'all' }],
      ['rememberOutlet', { outletId: 7, extra: true }],
    ];
    const results: boolean[] = [];
    for (const [name, payload] of bad)
      results.push(
        (await till[name]?.(payload).then(
          () => false,
          () => true,
        )) ?? false,
      );
    return results;
  });
  expect(refused).toEqual([true, true, true]);
});

test('E24 E26 the refresh token is nowhere a page or a stranger can read it, and gone after sign-out', async () => {
  const { page } = till;
  await signIn(page, platform);
  const stored = await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(stored).not.toMatch(/refreshToken|accessToken/);

  const token = /"refreshToken"\s*:|[A-Za-z0-9_-]{43}"/;
  for (const [name, contents] of await till.files())
    if (name === 'session' || name.endsWith('.json')) expect(contents, name).not.toMatch(token);
  const keptSafely = (await till.files()).has('session');
  const notice = page.getByText('no safe place to keep your sign-in');
  await (keptSafely ? expect(notice).toBeHidden() : expect(notice).toBeVisible());

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
  await expect.poll(async () => (await till.files()).has('session')).toBe(false);
});

test('D4 the connection page tests an address before it keeps it', async () => {
  const { page } = till;
  await page.getByRole('link', { name: 'Connection' }).click();
  await page.getByLabel('Address of the server').fill('http://orders.example.com/api');
  await page.getByRole('button', { name: 'Test and save' }).click();
  await expect(page.getByText('must begin with https://')).toBeVisible();
  await page.getByLabel('Address of the server').fill(`${platform.origin}/nothing`);
  await page.getByRole('button', { name: 'Test and save' }).click();
  await expect(page.getByText('it is not the API')).toBeVisible();
  await page.getByRole('link', { name: 'Cancel' }).click();
});

test('E13 E14 nothing leads out of the till', async () => {
  const { page, app } = till;
  const before = page.url();
  for (const address of [
    'https://example.com/',
    'file:///etc/passwd',
    'data:text/html,x',
    'app://till.evil/',
  ])
    await page.evaluate((to) => {
      const link = Object.assign(document.createElement('a'), { href: to, textContent: 'out' });
      document.body.append(link);
      link.click();
      link.remove();
    }, address);
  const opened = await page.evaluate(() => window.open('https://example.com/') === null);
  expect(opened).toBe(true);
  expect(page.url()).toBe(before);
  expect(app.windows()).toHaveLength(1);
});
