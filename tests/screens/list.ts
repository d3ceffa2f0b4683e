import type { Page } from 'playwright';

/** One picture: an address, and what to press there first. */
export type Screen = { name: string; at: string; prepare?: (page: Page) => Promise<void> };

type Places = { ferry: string; cafe: string; sessionId: string };

const openOrder = async (page: Page) => {
  const progress = page.getByRole('tab', { name: /^In progress/ });
  if (await progress.isVisible()) await progress.click();
  await page.locator('.card-open').first().click();
};

/** A closed session's order that can be refunded, opened. */
const openHistory = async (page: Page) => {
  await page.getByRole('listitem').filter({ hasText: 'Closed' }).first().locator('summary').click();
};

const openEditor = async (page: Page) => {
  await page.getByRole('link', { name: 'Edit Summer menu' }).click();
  await page.getByText('Saved', { exact: true }).waitFor();
};

export const publicScreens: Screen[] = [
  { name: 'home', at: '/' },
  { name: 'sign-in', at: '/sign-in' },
  { name: 'sign-up', at: '/sign-up' },
  { name: 'not-found', at: '/nowhere' },
];

export const reviewScreens: Screen[] = [{ name: 'account-review', at: '/account-review' }];

export function sellerScreens({ ferry, cafe, sessionId }: Places): Screen[] {
  const sessions = `/outlets/${ferry}/trading-sessions`;
  return [
    { name: 'business', at: '/business' },
    { name: 'outlets', at: '/outlets' },
    {
      name: 'outlet-profile',
      at: '/outlets',
      prepare: (page) => page.getByRole('button', { name: 'Add an outlet' }).click(),
    },
    { name: 'manage', at: `/outlets/${ferry}/manage` },
    { name: 'closed', at: `/outlets/${cafe}/trading-session` },
    { name: 'board', at: `/outlets/${ferry}/trading-session` },
    { name: 'board-order', at: `/outlets/${ferry}/trading-session`, prepare: openOrder },
    {
      name: 'board-cancel',
      at: `/outlets/${ferry}/trading-session`,
      async prepare(page) {
        await openOrder(page);
        await page.getByRole('button', { name: 'More' }).click();
        await page.getByRole('button', { name: 'Cancel Order' }).click();
      },
    },
    { name: 'orders', at: `/outlets/${ferry}/orders` },
    { name: 'orders-order', at: `/outlets/${ferry}/orders`, prepare: openOrder },
    { name: 'orders-basic', at: `/outlets/${ferry}/orders-basic` },
    { name: 'history', at: sessions },
    { name: 'session', at: `${sessions}/${sessionId}` },
    { name: 'session-order', at: `${sessions}/${sessionId}`, prepare: openHistory },
    {
      name: 'refund',
      at: `${sessions}/${sessionId}`,
      async prepare(page) {
        await openHistory(page);
        await page.getByRole('button', { name: 'Refund' }).first().click();
        await page.getByLabel('Amount to refund').fill('2.50');
        await page.getByRole('checkbox').check();
      },
    },
    { name: 'catalogs', at: '/catalogs' },
    { name: 'editor', at: '/catalogs', prepare: openEditor },
    {
      name: 'editor-items',
      at: '/catalogs',
      async prepare(page) {
        await openEditor(page);
        await page.getByRole('link', { name: 'Edit items of Mains' }).click();
        await page.getByRole('button', { name: 'Modifiers of Ferry burger' }).click();
      },
    },
    {
      name: 'editor-item',
      at: '/catalogs',
      async prepare(page) {
        await openEditor(page);
        await page.getByRole('link', { name: 'Edit items of Mains' }).click();
        await page.getByRole('button', { name: 'Edit Ferry burger' }).click();
      },
    },
    {
      name: 'editor-history',
      at: '/catalogs',
      async prepare(page) {
        await openEditor(page);
        await page.getByRole('button', { name: 'History' }).click();
      },
    },
    { name: 'payouts', at: '/payouts' },
  ];
}
