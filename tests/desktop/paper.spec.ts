import { expect } from 'playwright/test';
import { pence } from '#shared/base/money.ts';
import type { PrintDocument } from '#shared/print/document.ts';
import { pageOf } from '#shared/print/paper.ts';
import { pdfText } from '../support/printing/pdf-text.ts';
import { ownTill as test } from '../support/till/own-till.ts';

const ticket: PrintDocument = {
  kind: 'ticket',
  blocks: [
    { kind: 'title', text: 'The Old Ferry' },
    { kind: 'headline', left: 'Table 7', right: 'No 1234' },
    { kind: 'item', quantity: 2, name: 'Fish and chips', amount: pence(2400), modifications: ['No salt'] },
    { kind: 'note', text: 'No peas' },
    { kind: 'amount', label: 'Total', pence: 123_456, strong: true },
  ],
};
const points = (millimetres: number) => (millimetres * 72) / 25.4;

for (const [paper, printed] of [
  [80, 72],
  [58, 48],
] as const)
  test(`all of a sheet is on paper of ${paper} mm, of which ${printed} mm can be printed, on a printer that accepts no bytes (T4)`, async ({
    till,
  }) => {
    const { html, size } = pageOf(ticket, paper);
    const base64 = await till.app.evaluate(
      async ({ BrowserWindow }, page) => {
        const window = new BrowserWindow({ show: false, webPreferences: { javascript: false } });
        await window.loadURL(`data:text/html;charset=utf-8,${encodeURIComponent(page.html)}`);
        const pdf = await window.webContents.printToPDF({
          printBackground: true,
          pageSize: { width: page.size.width / 25_400, height: page.size.height / 25_400 },
          margins: { top: 0, bottom: 0, left: 0, right: 0 },
        });
        window.destroy();
        return pdf.toString('base64');
      },
      { html, size },
    );
    const { pages, width, height, runs } = pdfText(Buffer.from(base64, 'base64'));
    expect(pages).toBe(1);
    expect(Math.abs(width - points(paper))).toBeLessThan(1);
    const edge = points((paper - printed) / 2) - 0.5;
    for (const text of [/Table 7 +No 1234$/, /^£24\.00$/, /^£1,?234\.56$/]) {
      const run = runs.find((one) => text.test(one.text));
      expect(run, `${text} in ${runs.map((one) => one.text).join('|')}`).toBeDefined();
      expect(run?.left).toBeGreaterThan(edge);
      expect(run?.right).toBeLessThan(width - edge);
      expect(run?.bottom).toBeLessThan(height);
    }
    // And no smaller than it must be.
    const left = Math.min(...runs.map((run) => run.left));
    const right = Math.max(...runs.map((run) => run.right));
    expect(right - left).toBeGreaterThan(points(printed) * 0.85);
  });
