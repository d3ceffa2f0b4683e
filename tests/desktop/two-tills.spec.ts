import { lookup } from 'node:dns/promises';
import { readFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import { expect, type Page } from 'playwright/test';
import type { LedgerEntry } from '../../main/printing/print-ledger.ts';
import { isPrivateAddress } from '../../main/printing/printer-address.ts';
import { readEscPos } from '../support/printing/escpos.ts';
import { startPrinter, type StandInPrinter } from '../support/printing/printer.ts';
import { openLine, type Line } from '../support/servers/line.ts';
import type { TestPlatform } from '../support/shop/platform.ts';
import { card, openLive, signIn, startTrading } from '../support/shop/shift.ts';
import { fillInSignIn } from '../support/stand-in/sign-in.ts';
import { startStandIn } from '../support/stand-in/stand-in-server.ts';
import { addPrinter, answerDialogs, openSettings } from '../support/till/till-printers.ts';
import { openTill, type Till } from '../support/till/till.ts';
import { ownTill as test } from '../support/till/own-till.ts';

type AskingTill = { till: { printsOnce(): Promise<boolean | null> } };

test.use({ tillOptions: { keyring: true } });
const texts = (bytes: Buffer | undefined) =>
  readEscPos(bytes ?? Buffer.alloc(0)).lines.map(({ text }) => text.trim());

const byOther = `Printed by Till on ${hostname()}`;

type TillOnLine = { till: Till; line: Line };

test('two tills with one printer print each ticket once, and the other says which till did, also while a line is cut', async ({
  platform,
  startTill,
}) => {
  // A printer under this computer's own name could belong to another computer as well.
  const { address } = await lookup(hostname(), { family: 4 }).catch(() => ({ address: '' }));
  test.skip(!isPrivateAddress(address), 'this computer’s name leads to no address of a private network');
  const kitchen = await startPrinter(0, address);
  async function start(): Promise<TillOnLine> {
    const line = await openLine(Number(new URL(platform.origin).port));
    const till = await startTill({ apiBase: `http://127.0.0.1:${line.port}/api` });
    await answerDialogs(till, 1);
    await signIn(till.page, platform);
    await addPrinter(till.page, `${hostname()}:${kitchen.port}`);
    return { till, line };
  }
  const tills = [await start(), await start()] as const;
  const [{ till }, { till: other }] = tills;
  try {
    await startTrading(till.page);
    await openLive(other.page);
    for (let order = 1; order <= 4; order += 1) await platform.placeOrder();
    for (let order = 1; order <= 4; order += 1)
      await expect
        .poll(async () => new Set(await Promise.all(tills.map((one) => chip(one, order).textContent()))))
        .toEqual(new Set(['Printed', byOther]));
    expect(kitchen.jobs).toHaveLength(4);
    // A person who asks for it here gets it, marked as another sheet.
    await card(till.page, 1).locator('[data-opens-order]').click();
    await till.page.keyboard.press('p');
    await expect.poll(() => texts(kitchen.jobs[4])[1]).toContain('REPRINT 1');
    await till.page.keyboard.press('Escape');
    await cutWhileOnePrints(platform, kitchen, tills);
  } finally {
    await Promise.all(tills.map(({ line }) => line.close()));
    await kitchen.stop();
  }
});

const chip = ({ till }: TillOnLine, order: number) => card(till.page, order).locator('[data-printed]');

/** Whether the till has told the server that it has printed that order's ticket. */
async function hasTold({ till }: TillOnLine, order: number): Promise<boolean> {
  const file = await readFile(path.join(till.userData, 'print-jobs.json'), 'utf8');
  const { jobs } = JSON.parse(file) as { jobs: LedgerEntry[] };
  const job = jobs.find(({ label }) => label.startsWith(`Order ${order},`));
  return job?.state === 'printed' && job.claim?.untold === null;
}

/** What the till that prints order 5 cannot say, and the orders of which it does not hear, are each on paper once. */
async function cutWhileOnePrints(
  platform: TestPlatform,
  kitchen: StandInPrinter,
  [one, other]: readonly [TillOnLine, TillOnLine],
): Promise<void> {
  kitchen.mood.pace = 10;
  await platform.placeOrder();
  const words = () => Promise.all([one, other].map((each) => chip(each, 5).textContent()));
  await expect.poll(async () => new Set(await words())).toEqual(new Set(['Printing', 'To be printed']));
  const [printing, waiting] = (await words())[0] === 'Printing' ? [one, other] : [other, one];
  printing.line.be('cut');
  kitchen.usual();
  await expect(chip(printing, 5)).toHaveText('Printed');
  // Tills tell of what they have printed every second: once one has done so twice, the other has tried to.
  for (const order of [6, 7]) {
    await platform.placeOrder();
    await expect.poll(() => hasTold(waiting, order)).toBe(true);
  }
  await expect(chip(waiting, 5)).toHaveText('To be printed');
  printing.line.be('well');
  await expect(chip(waiting, 5)).toHaveText(byOther);
  for (const order of [6, 7]) await expect(chip(printing, order)).toHaveText(byOther);
  expect(kitchen.jobs).toHaveLength(8);
  expect(kitchen.jobs.slice(5).flatMap(texts).join(' ')).not.toMatch(/REPRINT|TWICE/);
}

test('the form says when another till may print the same tickets: at a server that does not settle it', async ({
  platform,
  till,
}) => {
  const warning = (page: Page) => page.getByRole('note').filter({ hasText: 'the same tickets' });
  const { page } = till;
  await answerDialogs(till, 1);
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
