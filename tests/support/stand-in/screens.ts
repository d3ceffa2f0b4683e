import { expect, type Page } from 'playwright/test';
import type { Dialect } from './dialects.ts';

/** A screen of the app: its address, its heading, and what it must show of the server's replies. */
export type Screen = {
  path: string;
  heading: string | RegExp;
  shows: (string | RegExp)[];
  /** What it must not show: zero for an unknown figure, or a claim that the server did not make. */
  not?: (string | RegExp)[];
};

/**
 * A server's names for pending and verified accounts and for a kind of modifier; and an admin home's counts of them.
 */
type OwnWords = { waiting: string; verified: string; countOfEach: string; sides: RegExp };
/** What a list of catalogs shows, and what is known of a trading session. */
type Figures = { catalogs: string[]; session: RegExp[] };
export type Words = OwnWords & Figures;

export const wordsOf = ({ ownWords, leavesOut }: Dialect): Words => ({
  ...words[ownWords ? 'own' : 'usual'],
  ...figures[leavesOut ? 'leftOut' : 'said'],
});
const figures: Record<'said' | 'leftOut', Figures> = {
  said: {
    catalogs: ['2 categories, 3 items', '0 categories, 0 items'],
    session: [/^Total Orders2$/, /^Total Earnings£28.00$/],
  },
  leftOut: { catalogs: ['– categories, – items'], session: [/^Total Orders–$/, /^Total Earnings–$/] },
};
const words: Record<'usual' | 'own', OwnWords> = {
  usual: {
    waiting: 'Pending review',
    verified: 'Verified',
    countOfEach: '1 waiting for review',
    sides: /^Sides Optional extra · 1$/,
  },
  own: {
    waiting: 'Awaiting papers',
    verified: 'Approved',
    countOfEach: '1 Awaiting papers · 1 Approved · 0 Barred',
    sides: /^Sides pickUpToTwo · 1$/,
  },
};

export const sellerScreens = ({ waiting, sides, catalogs, session }: Words): Screen[] => [
  { path: '/business', heading: 'Another Company Ltd', shows: ['Outlets', 'Catalogs', 'Payouts'] },
  {
    path: '/outlets',
    heading: 'Outlets',
    shows: ['The <b>Other</b> Inn', 'Old Town, Leeds', 'The Cabin', waiting],
  },
  {
    path: '/outlets/outlet-1/manage',
    heading: 'Manage Outlet',
    shows: ['All day', '1 High Street, Old Town, Leeds, LS1 1AA'],
  },
  {
    path: '/outlets/outlet-2/manage',
    heading: 'Manage Outlet',
    shows: ['The Cabin', 'None yet', 'York'],
  },
  { path: '/outlets/outlet-1/outlet-image', heading: 'Outlet Image', shows: ['There is no image yet.'] },
  ...['trading-session', 'orders', 'orders-basic'].map((face) => ({
    path: `/outlets/outlet-1/${face}`,
    heading: 'The <b>Other</b> Inn',
    shows: [
      /^2Number of Orders$/,
      /^£33.00Order Totals$/,
      /^All dayActive Catalog$/,
      'Connected',
      '1 × Pie <img',
      'No ice',
      '£16.50 · tip £1.50',
    ],
    not: ['No trading session'],
  })),
  { path: '/outlets/outlet-2/trading-session', heading: "You're Closed", shows: [waiting] },
  {
    path: '/outlets/outlet-1/trading-sessions',
    heading: 'Order History',
    shows: [...session, /^FinishNow$/],
  },
  {
    path: '/outlets/outlet-1/trading-sessions/session-1',
    heading: 'The <b>Other</b> Inn',
    shows: [...session, 'Customer 2', 'Cancelled', 'Table 7'],
  },
  { path: '/outlets/outlet-2/trading-sessions', heading: 'Order History', shows: ['The Cabin', 'Reload'] },
  {
    path: '/catalogs',
    heading: 'Catalogs',
    shows: ['All day', ...catalogs],
  },
  {
    path: '/catalogs/catalog-1/edit/?category=food',
    heading: 'All day',
    shows: ['Cheeseburger', '£12.50', 'With chips', /^Cheese Pick one · 2$/, sides, 'Saved'],
  },
  {
    path: '/payouts',
    heading: 'Payouts',
    shows: ['Another Company Ltd', 'Not connected yet', 'There is no link to Stripe yet'],
  },
  { path: '/settings', heading: 'Settings', shows: [] },
];

export const adminScreens = ({ waiting, verified, countOfEach }: Words): Screen[] => [
  { path: '/admin', heading: 'Admin', shows: [countOfEach], not: ['None waiting for review'] },
  {
    path: '/admin/sellers',
    heading: 'Sellers',
    shows: ['2 found', 'Another Company Ltd', verified, 'Applicant & Daughters', waiting],
  },
  {
    path: '/admin/sellers/seller-1',
    heading: 'Another Company Ltd',
    shows: ['1 Wharf Road', 'SE1 9DX', 'https://another.example', 'The Cabin', 'Sunday roast'],
  },
  {
    path: '/admin/outlets',
    heading: 'Outlets',
    shows: ['2 found', 'The <b>Other</b> Inn', '1 High Street', 'LS1 1AA', 'Stone-baked pizza'],
  },
  { path: '/admin/leads', heading: 'Leads', shows: ['This server keeps no leads.'] },
  { path: '/admin/audit-log', heading: 'Audit log', shows: ['This server keeps no audit log.'] },
];

/** What no screen may show, whatever a server sends: an error, or an unread value. */
const unread = /Something went wrong|\bNaN\b|undefined|\[object|Invalid Date|\b1970\b|1 Jan\b.*00:00/;

/** Opens a screen as a link in the app does, and checks it. */
export async function visit(page: Page, { path, heading, shows, not = [] }: Screen): Promise<void> {
  await page.evaluate((to) => {
    history.pushState(null, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, path);
  const main = page.locator('main, #root').first();
  await expect(page.getByRole('heading', { name: heading }).first(), `heading of ${path}`).toBeVisible();
  for (const text of shows) {
    const shown = main.getByText(text).filter({ visible: true });
    await expect(shown.first(), `${path} shows ${text}`).toBeVisible();
  }
  for (const text of not) await expect(main.getByText(text), `${path} claims ${text}`).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Error', exact: true }), `error on ${path}`).toBeHidden();
  expect(await main.innerText(), path).not.toMatch(unread);
}
