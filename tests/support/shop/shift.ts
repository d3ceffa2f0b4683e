import { expect, type Page } from 'playwright/test';
import { signInBeside } from '../browser/kept-sign-in.ts';
import { line, type TestPlatform } from './platform.ts';

/** The steps of a shift, as staff do them; the same in the browser and in the till. */
export async function signIn(page: Page, platform: TestPlatform): Promise<void> {
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await fillSignIn(page, platform);
}

/** Signs in on the sign-in page, which is open already. */
export async function fillSignIn(
  page: Page,
  { email, password }: Pick<TestPlatform, 'email' | 'password'>,
): Promise<void> {
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
}

/** Signs in without the form, and opens the seller's home. */
export async function openSignedIn(page: Page, { origin, email, password }: TestPlatform): Promise<void> {
  const kept = await signInBeside(origin, email, password);
  // A page of the same origin without a script.
  await page.goto(`${origin}/mark.svg`);
  await page.evaluate((entries) => {
    for (const [key, value] of Object.entries(entries)) localStorage.setItem(key, value);
    // Was said before: the message would come while a test does something else.
    if ('Notification' in globalThis && Notification.permission === 'denied')
      localStorage.setItem('notificationsRefused', 'true');
  }, kept);
  await page.goto(`${origin}/business`);
  await expect(page.getByRole('heading', { name: 'Thames Taverns Ltd' })).toBeVisible();
}

export async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
}

export async function openLive(page: Page): Promise<void> {
  await page.getByRole('link', { name: 'Outlets', exact: true }).click();
  await page.getByRole('link', { name: 'LIVE The Old Ferry' }).click();
}

/** Starts trading without waiting for what is checked before. */
export async function pressStart(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Start Trading' }).click();
  await page.getByRole('button', { name: 'Start anyway' }).click();
}

export async function startTrading(page: Page): Promise<void> {
  await openLive(page);
  await expect(page.getByRole('heading', { name: "You're Closed" })).toBeVisible();
  await pressStart(page);
  await expect(page.getByText('Connected', { exact: true })).toBeVisible();
}

/** {@link signIn}, {@link startTrading}. */
export async function signInAndTrade(page: Page, platform: TestPlatform): Promise<void> {
  await signIn(page, platform);
  await startTrading(page);
}

export function card(page: Page, orderNumber: number) {
  return page.locator(`article[data-order-number="${orderNumber}"]`);
}

export const accept = (page: Page, orderNumber: number) =>
  card(page, orderNumber)
    .getByRole('button', { name: `Accept order ${orderNumber}` })
    .click();

/**
 * One order from the customer's press to its end: arrives, is accepted, cooked item by item, and closed.
 *
 * @param beforeAccept what must happen while it waits
 */
export async function playOneOrder(
  page: Page,
  platform: TestPlatform,
  beforeAccept?: () => Promise<void>,
): Promise<void> {
  const { order } = await platform.placeOrder({
    customerName: 'Oluwaseun Adebayo-Whitfield',
    tableNumber: '12',
    note: 'Nut allergy at this table, please keep separate',
    items: [line(platform.menu, 'Ferry burger', 2), line(platform.menu, 'Harbour pale, pint')],
  });
  const { orderNumber } = order;
  const shown = card(page, orderNumber);
  await expect(shown).toContainText('Table 12');
  await expect(shown).toContainText('2 × Ferry burger');
  await expect(shown).toContainText('Nut allergy at this table, please keep separate');
  await expect(page.getByRole('region', { name: 'New orders' })).toContainText('1 new order');
  await beforeAccept?.();

  await shown.getByRole('button', { name: `Accept order ${orderNumber}` }).click();
  await expect(shown).toContainText('Waiting');
  await expect(page.getByRole('region', { name: 'New orders' })).toBeHidden();

  await shown.getByRole('button', { name: /Ferry burger/ }).click();
  const detail = page.getByRole('complementary', { name: `Order ${orderNumber}` });
  await expect(shown).toContainText('Allergy · not read yet');
  await detail.getByRole('button', { name: 'Tick note as read' }).click();
  await expect(shown).not.toContainText('not read yet');
  const move = async (item: number, stage: string) => {
    await detail.getByRole('checkbox').nth(item).check();
    await detail.getByRole('button', { name: stage, exact: true }).click();
    await expect(detail.getByRole('listitem').nth(item)).toContainText(stage);
  };
  for (const stage of ['In Progress', 'Ready']) for (const item of [0, 1]) await move(item, stage);
  await move(0, 'Delivered');
  await detail.getByRole('button', { name: '18+ checked', exact: true }).click();
  await expect(detail.getByRole('listitem').nth(1)).toContainText('Delivered');
  await detail.getByRole('button', { name: 'Close Order', exact: true }).click();
  await expect(detail.getByText('Closed').first()).toBeVisible();
}

/** Kills the server, and starts it again when the page has noticed; an order for table 9 is placed meanwhile. */
export async function serverGoesAndComesBack(page: Page, platform: TestPlatform): Promise<void> {
  await platform.end('SIGKILL');
  await expect(page.getByText(/^(Disconnected|Connection error)$/)).toBeVisible();
  await platform.restart();
  await platform.placeOrder({ tableNumber: '9' });
  await expect(page.getByText('Connected', { exact: true })).toBeVisible({ timeout: 30_000 });
}

/** Stops trading, which leads to the session's own page. */
export async function stopTrading(page: Page, platform: TestPlatform, orders: number): Promise<void> {
  await page.getByRole('button', { name: 'Stop Trading' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Stop Trading' }).click();
  await page.waitForURL(new RegExp(`/outlets/${platform.outletId}/trading-sessions/[^/]+$`));
  await expect(page.getByText('Total Orders').locator('xpath=..')).toContainText(String(orders));
}
