import { expect, type Page } from 'playwright/test';
import { readEscPos } from '../support/printing/escpos.ts';
import { startPrinter } from '../support/printing/printer.ts';
import { openOutlet } from '../support/shop/more-outlets.ts';
import { sellerApi } from '../support/shop/seller-api.ts';
import { signIn, startTrading } from '../support/shop/shift.ts';
import { alsoWatch, cardOf, switcher } from '../support/shop/several-outlets.ts';
import { listenToTheBell } from '../support/till/rings.ts';
import { addPrinter, answerDialogs } from '../support/till/till-printers.ts';
import { ownTill as test } from '../support/till/own-till.ts';

test.use({ tillOptions: { keyring: true } });

const texts = (bytes: Buffer | undefined) =>
  readEscPos(bytes ?? Buffer.alloc(0)).lines.map(({ text }) => text.trim());
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 });

test('a till that shows one outlet rings for another that it watches and prints its ticket, also after a restart (D62)', async ({
  platform,
  till,
  startTill,
}) => {
  const paper = await startPrinter();
  try {
    await answerDialogs(till, 1);
    const seller = await sellerApi(platform);
    const annexe = await openOutlet(platform, seller, 'The Annexe');
    await signIn(till.page, platform);
    await addPrinter(till.page, `127.0.0.1:${paper.port}`);
    await startTrading(till.page);
    const heard = await listenToTheBell(till.app);
    await alsoWatch(till.page, 'The Annexe');

    const { order } = await annexe.placeOrder();
    await expect.poll(async () => (await heard()).map(({ orderIds }) => orderIds)).toContainEqual([order.id]);
    await expect.poll(() => texts(paper.jobs[0])).toContain('The Annexe');
    expect(texts(paper.jobs[0])).toContain('#1               Table 7');
    await expect(heading(till.page, 'The Old Ferry')).toBeVisible();
    await expect(cardOf(till.page, order)).toBeHidden();

    await till.close();
    const again = await startTill({ userData: till.userData });
    await expect(heading(again.page, 'The Old Ferry')).toBeVisible();
    await expect(switcher(again.page).getByRole('link', { name: /The Annexe.*1 new/ })).toBeVisible();
    const { order: later } = await annexe.placeOrder();
    await expect.poll(() => texts(paper.jobs[1])).toContain('#2               Table 7');
    expect(texts(paper.jobs[1])).toContain('The Annexe');
    await expect
      .poll(
        async () =>
          (await seller.call<{ alertedAt?: string }>('GET', `/sellers/orders/${later.id}`)).alertedAt,
      )
      .toBeDefined();
    expect(paper.jobs).toHaveLength(2);
  } finally {
    await paper.stop();
  }
});
