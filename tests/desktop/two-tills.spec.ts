import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import { expect, type Page } from 'playwright/test';
import { isPrivateAddress } from '../../main/printing/printer-address.ts';
import { readEscPos } from '../support/printing/escpos.ts';
import { startPrinter } from '../support/printing/printer.ts';
import { card, openLive, signIn, startTrading } from '../support/shop/shift.ts';
import { fillInSignIn } from '../support/stand-in/sign-in.ts';
import { startStandIn } from '../support/stand-in/stand-in-server.ts';
import { addPrinter, answerDialogs, openSettings } from '../support/till/till-printers.ts';
import { openTill } from '../support/till/till.ts';
import { ownTill as test } from '../support/till/own-till.ts';

type AskingTill = { till: { printsOnce(): Promise<boolean | null> } };

test.use({ tillOptions: { keyring: true } });
test.beforeEach(async ({ till }) => {
  await answerDialogs(till, 1);
});

const texts = (bytes: Buffer | undefined) =>
  readEscPos(bytes ?? Buffer.alloc(0)).lines.map(({ text }) => text.trim());

test('two tills with one printer print each ticket once, and the other says which till did', async ({
  platform,
  till,
  startTill,
}) => {
  // A printer under this computer's own name could belong to another computer as well.
  const { address } = await lookup(hostname(), { family: 4 }).catch(() => ({ address: '' }));
  test.skip(!isPrivateAddress(address), 'this computer’s name leads to no address of a private network');
  const kitchen = await startPrinter(0, address);
  const other = await startTill();
  try {
    await answerDialogs(other, 1);
    for (const { page } of [till, other]) {
      await signIn(page, platform);
      await addPrinter(page, `${hostname()}:${kitchen.port}`);
    }
    await startTrading(till.page);
    await openLive(other.page);
    for (let order = 1; order <= 4; order += 1) await platform.placeOrder();
    for (let order = 1; order <= 4; order += 1) {
      const chips = [till, other].map(({ page }) => card(page, order).locator('[data-printed]'));
      await expect
        .poll(async () => new Set(await Promise.all(chips.map((chip) => chip.textContent()))))
        .toEqual(new Set(['Printed', `Printed by Till on ${hostname()}`]));
    }
    expect(kitchen.jobs).toHaveLength(4);
    // A person who asks for it here gets it, marked as another sheet.
    await card(till.page, 1).locator('[data-opens-order]').click();
    await till.page.keyboard.press('p');
    await expect.poll(() => texts(kitchen.jobs[4])[1]).toContain('REPRINT 1');
  } finally {
    await kitchen.stop();
  }
});

test('the form says when another till may print the same tickets: at a server that does not settle it', async ({
  platform,
  till,
}) => {
  const warning = (page: Page) => page.getByRole('note').filter({ hasText: 'the same tickets' });
  const { page } = till;
  await signIn(page, platform);
  await openSettings(page);
  await page.getByRole('button', { name: 'Add a printer' }).click();
  const form = page.getByRole('form', { name: 'Printer', exact: true });
  expect(await page.evaluate(() => (globalThis as unknown as AskingTill).till.printsOnce())).toBe(true);
  await expect(warning(page)).toBeHidden();
  await form.getByText('This computer').click();
  await expect(form.getByRole('note')).toContainText('each ticket comes out twice');

  const elsewhere = await startStandIn();
  const stranger = await openTill(`${elsewhere.origin}/api`, { keyring: true });
  try {
    await stranger.page.getByRole('link', { name: 'Sign in' }).first().click();
    await fillInSignIn(stranger.page, 'seller@example.com', 'Another Company Ltd');
    await openSettings(stranger.page);
    await stranger.page.getByRole('button', { name: 'Add a printer' }).click();
    await expect(warning(stranger.page)).toContainText('let one till alone print here by itself');
  } finally {
    await stranger.remove();
    await elsewhere.stop();
  }
});
