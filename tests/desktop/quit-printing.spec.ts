import { expect } from 'playwright/test';
import { startPrinter, type StandInPrinter } from '../support/printing/printer.ts';
import { card, signIn, startTrading } from '../support/shop/shift.ts';
import { addPrinter, answerDialogs } from '../support/till/till-printers.ts';
import { ownTill as test } from '../support/till/own-till.ts';

let paper: StandInPrinter;
test.use({ tillOptions: { keyring: true } });
test.beforeEach(async () => {
  paper = await startPrinter();
});
test.afterEach(() => paper.stop());

test('a till that is quit while it prints finishes that sheet, and asks nobody of it at its next start (T7)', async ({
  platform,
  till,
  startTill,
}) => {
  await answerDialogs(till, 1);
  await signIn(till.page, platform);
  await addPrinter(till.page, `127.0.0.1:${paper.port}`);
  await startTrading(till.page);
  paper.mood.pace = 40;
  const { order } = await platform.placeOrder();
  await expect.poll(() => paper.jobs.length).toBe(1);
  await till.close();
  paper.usual();

  till = await startTill({ userData: till.userData });
  await expect(card(till.page, order.orderNumber)).toContainText(/Printed(?!\?)/);
  await expect(till.page.getByRole('alert', { name: 'Printing' })).toBeHidden();
  expect(paper.jobs).toHaveLength(1);
});
