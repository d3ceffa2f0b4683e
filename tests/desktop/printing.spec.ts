import { expect, type Page } from 'playwright/test';
import { readEscPos } from '../support/printing/escpos.ts';
import { startPrinter, type StandInPrinter } from '../support/printing/printer.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { card, openLive, signIn, startTrading } from '../support/shop/shift.ts';
import type { Till } from '../support/till/till.ts';
import { addPrinter, answerDialogs, openSettings } from '../support/till/till-printers.ts';
import { SLOW_S } from '../support/runner/waits.ts';
import { ownTill as test } from '../support/till/own-till.ts';

let paper: StandInPrinter;
test.use({ tillOptions: { keyring: true } });
test.beforeEach(async ({ till, platform }) => {
  paper = await startPrinter();
  await answerDialogs(till, 1);
  await signIn(till.page, platform);
});
test.afterEach(() => paper.stop());

const texts = (bytes: Buffer | undefined) =>
  readEscPos(bytes ?? Buffer.alloc(0)).lines.map(({ text }) => text.trim());

/** Sets the printer up and starts trading. */
async function printAndTrade({ page }: Till): Promise<Page> {
  await addPrinter(page, `127.0.0.1:${paper.port}`);
  await startTrading(page);
  return page;
}

const band = (page: Page) => page.getByRole('alert', { name: 'Printing' });

test('a printer is set up, tested and previewed, and what is no printer of this network is refused (T13)', async ({
  till,
}) => {
  const { page } = till;
  await openSettings(page);
  await page.getByRole('button', { name: 'Add a printer' }).click();
  const form = page.getByRole('form', { name: 'Printer', exact: true });
  await expect(form.getByRole('region', { name: 'Preview' })).toContainText('WPC1252: £1.23 é –');
  for (const [address, words] of [
    ['', 'Give an address'],
    ['8.8.8.8', 'must be in this network'],
    ['evil.example.com', 'must be in this network'],
    ['169.254.169.254', 'must be in this network'],
    ['metadata.google.internal', 'must be in this network'],
    ['127.0.0.1:80', 'Give an address'],
  ] as const) {
    await form.getByLabel('Address').fill(address);
    await form.getByRole('button', { name: 'Save printer' }).click();
    await expect(form).toContainText(words);
  }
  await form.getByText('Device or file').click();
  await form.getByLabel('Device or file').last().fill('/etc/passwd');
  await form.getByRole('button', { name: 'Save printer' }).click();
  await expect(form).toContainText('Give a device');
  await form.getByRole('button', { name: 'Cancel' }).click();

  // An address is not saved unless a person at this computer confirms it, whatever the page says.
  const refused = await answerDialogs(till, 0);
  await page.getByRole('button', { name: 'Add a printer' }).click();
  await form.getByLabel('Address').fill('192.168.1.50:6379');
  await form.getByRole('button', { name: 'Save printer' }).click();
  await expect(form).toContainText('Nobody confirmed this address.');
  expect(await refused()).toEqual(['Print to 192.168.1.50, port 6379?']);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await answerDialogs(till, 1);

  await addPrinter(page, `127.0.0.1:${paper.port}`);
  await page.getByRole('button', { name: 'Test print' }).click();
  await expect.poll(() => paper.jobs.length).toBe(1);
  expect(texts(paper.jobs[0])).toContain('WPC1252: £1.23 é –');
  // A page cannot reach a printer that nobody set up.
  const outcome = await page.evaluate(() =>
    (globalThis as unknown as { till: { print(request: unknown): Promise<{ kind: string }> } }).till.print({
      subject: 'x',
      label: 'x',
      document: { kind: 'test', blocks: [] },
      printerId: 'tcp://8.8.8.8:9100',
    }),
  );
  expect(outcome).toEqual({ kind: 'no-printer' });
});

test('a ticket prints by itself as an order arrives, once through reloads and restarts, and by hand marked (T7, T8)', async ({
  platform,
  till,
  startTill,
}) => {
  const page = await printAndTrade(till);
  const { order } = await platform.placeOrder({ note: 'No nuts 🥜' });
  await expect(card(page, order.orderNumber)).toContainText('Printed');
  expect(paper.jobs).toHaveLength(1);
  const shown = readEscPos(paper.jobs[0] ?? Buffer.alloc(0));
  expect(shown.lines.map(({ text }) => text)).toContain('#1               Table 7');
  expect(JSON.stringify(shown.lines)).not.toContain('£');
  // The note has a glyph that no code page has, so this computer draws it as a picture.
  expect(shown.pictures).toMatchObject([{ width: 576, height: 48 }]);
  expect(new Set(shown.pictures[0]?.bits).size).toBeGreaterThan(10);

  await page.reload();
  await expect(card(page, order.orderNumber)).toContainText('Printed');
  await till.close();
  till = await startTill({ userData: till.userData });
  await expect(card(till.page, order.orderNumber)).toContainText('Printed');
  const later = await platform.placeOrder();
  await expect(card(till.page, later.order.orderNumber)).toContainText('Printed');
  expect(paper.jobs).toHaveLength(2);

  await card(till.page, order.orderNumber).locator('[data-opens-order]').click();
  await till.page.keyboard.press('p');
  await expect.poll(() => paper.jobs.length).toBe(3);
  await expect.poll(() => texts(paper.jobs[2])[1]).toMatch(/^\| +REPRINT 1 \d\d:\d\d +\|$/);
  await till.page.getByRole('button', { name: 'Print receipt' }).click();
  await expect.poll(() => paper.jobs.length).toBe(4);
  await expect.poll(() => texts(paper.jobs[3])).toContain('The Old Ferry');
  expect(texts(paper.jobs[3]).join()).toMatch(/Total +£\d/);
});

test('a test order’s ticket comes out marked TEST, and the printer is asked before trading starts (D48)', async ({
  till,
}) => {
  const { page } = till;
  await addPrinter(page, `127.0.0.1:${paper.port}`);
  await openLive(page);
  await page.getByRole('button', { name: 'Start Trading' }).click();
  const dialog = page.getByRole('dialog', { name: 'Ready to trade?' });
  for (const [check, words] of [
    ['printers', 'Kitchen'],
    ['awake', 'stays awake'],
    ['disk', 'GB are free'],
  ] as const) {
    const row = dialog.locator(`[data-check="${check}"]`);
    await expect(row).toHaveAttribute('data-state', 'ok');
    await expect(row).toContainText(words);
  }
  await dialog.getByText('Place a test order once it trades').click();
  await dialog.getByRole('button', { name: 'Start anyway' }).click();
  const test = page.getByRole('article', { name: 'Order TEST, Collect, New' });
  await expect(test).toContainText('Printed');
  expect(paper.jobs).toHaveLength(1);
  const lines = texts(paper.jobs[0]);
  expect(lines.slice(0, 3).join()).toMatch(/TEST/);
  expect(lines).toContain('TEST             Collect');
  expect(lines).toContain('1 item');
});

test('paper out, cover open and offline are named within 3 s on every screen, and the board goes on (T10, T14)', async ({
  platform,
  till,
}) => {
  const page = await printAndTrade(till);
  const within = { timeout: (3 + SLOW_S) * 1000 };
  paper.mood.paper = false;
  await expect(band(page)).toContainText('Kitchen: Out of paper', within);
  const { order } = await platform.placeOrder();
  await expect(card(page, order.orderNumber)).toContainText('Waits: Out of paper');
  await card(page, order.orderNumber).getByRole('button', { name: 'Accept order 1' }).click();
  await expect(card(page, order.orderNumber)).toContainText('Waiting', {
    timeout: (1 + SLOW_S) * 1000,
  });
  paper.usual();
  paper.mood.coverClosed = false;
  await expect(band(page)).toContainText('Kitchen: Cover open', within);
  const { port } = paper;
  await paper.stop();
  await expect(band(page)).toContainText('Kitchen: Offline', within);
  paper = await startPrinter(port);
  await expect(band(page)).toBeHidden();
  await expect(card(page, order.orderNumber)).toContainText('Printed');
  expect(paper.jobs).toHaveLength(1);
});

test('the ticket of an order that was cancelled before there was paper never comes out (T15)', async ({
  platform,
  till,
  startTill,
}) => {
  let page = await printAndTrade(till);
  paper.mood.paper = false;
  await expect(band(page)).toContainText('Kitchen: Out of paper');
  const [here, elsewhere] = [await platform.placeOrder(), await platform.placeOrder()];
  await expect(band(page)).toContainText('Out of paper, 2 to print');
  await card(page, here.order.orderNumber).locator('[data-opens-order]').click();
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Cancel Order' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel Order' }).click();
  await expect(band(page)).toContainText('Out of paper, 1 to print');

  // The other one while this till is closed.
  await till.close();
  const seller = await sellerApi(platform);
  await seller.call('POST', `/sellers/orders/cancel/${elsewhere.order.id}`, {});
  ({ page } = await startTill({ userData: till.userData }));
  await expect(band(page)).toHaveText(/Out of paper$/);
  paper.usual();
  const { order } = await platform.placeOrder();
  await expect(card(page, order.orderNumber)).toContainText('Printed');
  expect(paper.jobs.map((bytes) => texts(bytes)[0])).toEqual([
    expect.stringMatching(`^#${order.orderNumber} `),
  ]);
});

test('a ticket that is cut off asks a person, and the next sheet is marked; one of before is let go (T7), and an order that ended is said (T15)', async ({
  platform,
  till,
}) => {
  const page = await printAndTrade(till);
  paper.mood.cutAfter = 60;
  const { order } = await platform.placeOrder();
  await expect(band(page)).toContainText('Order 1, table 7: was it printed?');
  await expect(card(page, order.orderNumber)).toContainText('Printed?');
  const second = await platform.placeOrder({ tableNumber: '9' });
  await expect(band(page)).toContainText('2 prints wait for a word from you');
  paper.usual();
  await band(page).getByRole('button', { name: 'Look at them' }).click();
  const dialog = page.getByRole('dialog');
  await dialog
    .getByRole('listitem')
    .filter({ hasText: 'table 7' })
    .getByRole('button', { name: 'Print again' })
    .click();
  await expect(card(page, order.orderNumber)).toContainText('Printed');
  await expect.poll(() => texts(paper.jobs.at(-1))[1]).toMatch(/^\| +REPRINT 1 /);
  await dialog.getByRole('button', { name: 'It was printed' }).click();
  await expect(dialog).toBeHidden();
  await expect(band(page)).toBeHidden();
  await expect(card(page, second.order.orderNumber)).toContainText('Printed');

  // The next job that waits for a person is listed, and opens no dialog.
  paper.mood.cutAfter = 60;
  const third = await platform.placeOrder({ tableNumber: '10' });
  await expect(band(page)).toContainText('Order 3, table 10: was it printed?');
  await expect(dialog).toBeHidden();
  paper.usual();
  await (await sellerApi(platform)).call('POST', `/sellers/orders/cancel/${third.order.id}`, {});
  await band(page).getByRole('button', { name: 'Look at' }).click();
  await expect(dialog).toContainText('Its order was cancelled or has expired');
  await dialog.getByRole('button', { name: 'Print again' }).click();
  await expect.poll(() => texts(paper.jobs.at(-1)).join()).toMatch(/REPRINT 1 .*CANCELLED OR.*EXPIRED/);
});
