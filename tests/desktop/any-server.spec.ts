import { expect, test } from 'playwright/test';
import { card } from '../support/shop/shift.ts';
import { dialects, type Dialect } from '../support/stand-in/dialects.ts';
import { adminScreens, sellerScreens, visit, wordsOf } from '../support/stand-in/screens.ts';
import { fillInSignIn } from '../support/stand-in/sign-in.ts';
import { startStandIn, type StandIn } from '../support/stand-in/stand-in-server.ts';
import { openTill, type Till } from '../support/till/till.ts';

/** Everything that a server may do differently, at once. */
const strangest: Dialect = {
  ...Object.assign({}, ...Object.values(dialects)),
  versions: undefined,
  events: 'order',
};

let server: StandIn;
let till: Till;
test.beforeEach(async () => {
  server = await startStandIn(strangest);
  till = await openTill(`${server.origin}/api`);
});
test.afterEach(async () => {
  await till.remove();
  await server.stop();
});

async function signIn(email: string, home: string): Promise<void> {
  await till.page.getByRole('link', { name: 'Sign in' }).first().click();
  await fillInSignIn(till.page, email, home);
}

test('every screen of the till, and a shift, at a server that does everything differently (D2, D75)', async () => {
  const { page } = till;
  server.place();
  server.place();
  await signIn('seller@example.com', 'Another Company Ltd');
  for (const screen of sellerScreens(wordsOf(strangest))) await visit(page, screen);

  await visit(page, { path: '/outlets/outlet-1/trading-session', heading: 'Other', shows: ['Connected'] });
  for (const step of ['Accept', 'Start', 'Ready', 'Delivered', 'Close Order'])
    await card(page, 1)
      .getByRole('button', { name: `${step} order 1` })
      .click();
  await expect(card(page, 1)).toContainText('Closed');

  await page.getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign Out' }).click();
  await signIn('admin@example.com', 'Admin');
  for (const screen of adminScreens(wordsOf(strangest))) await visit(page, screen);
});
