import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DuePrint } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { openPrintShop, samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { startPrinter, type StandInPrinter } from '../../tests/support/printing/printer.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';

let folder: string;
let paper: StandInPrinter;
let shop: Awaited<ReturnType<typeof openPrintShop>>;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
  paper = await startPrinter();
  shop = await openPrintShop(folder, { printers: [samplePrinter(paper.port)] });
});
afterEach(async () => {
  shop.queue.stop();
  await paper.stop();
  await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }));
});

const due = (orderNumber: number, changes: Partial<DuePrint> = {}): DuePrint => ({
  subject: `order-${orderNumber}`,
  label: `Order ${orderNumber}`,
  document: kitchenTicket(sampleOrder({ orderNumber })),
  moment: 'arrival',
  at: new Date(Date.now() - (changes.ageMs ?? 0)).toISOString(),
  ageMs: 0,
  ...changes,
});
const sheets = () =>
  paper.jobs.map((job) =>
    readEscPos(job)
      .lines.map(({ text }) => text.trim())
      .join('\n'),
  );
const printed = (count: number) =>
  vi.waitFor(() => expect(shop.ledger.all().filter(({ state }) => state === 'printed')).toHaveLength(count), {
    timeout: 8_000,
    interval: 20,
  });

it('a printer prints an order’s own ticket and the one for a station that cannot, each once (D60)', async () => {
  for (let again = 0; again < 3; again += 1) {
    shop.queue.due(due(1, { handsOver: true }));
    shop.queue.due(due(1, { handedFrom: 'kitchen' }));
  }
  await printed(2);
  expect(paper.jobs).toHaveLength(2);
  expect(sheets().join()).not.toContain('TWICE');
});

it('a station’s ticket that comes out after its printer was in trouble says that it may be out twice (D60)', async () => {
  paper.mood.paper = false;
  shop.queue.due(due(1, { handsOver: true }));
  await vi.waitFor(() => expect(shop.queue.states()[0]?.problem).not.toBe(null), { timeout: 8_000 });
  shop.queue.due(due(2, { handsOver: true }));
  shop.queue.due(due(3));
  paper.usual();
  await printed(3);
  expect(sheets().map((sheet) => sheet.includes('MAY BE OUT TWICE'))).toEqual([true, true, false]);
});

it('and so does one that this till is told of late; one that it is told of at once does not (D60)', async () => {
  shop.queue.due(due(1, { handsOver: true, ageMs: 20_000 }));
  shop.queue.due(due(2, { handsOver: true }));
  await printed(2);
  expect(sheets().map((sheet) => sheet.includes('MAY BE OUT TWICE'))).toEqual([true, false]);
});

it('a ticket for a station that cannot says that it may be out twice if this till is told of it late (D60)', async () => {
  shop.queue.due(due(1, { handedFrom: 'kitchen', ageMs: 20_000 }));
  shop.queue.due(due(2, { handedFrom: 'kitchen' }));
  await printed(2);
  expect(sheets().map((sheet) => sheet.includes('MAY BE OUT TWICE'))).toEqual([true, false]);
});

it('and if it waited while the printer was in trouble (D60)', async () => {
  paper.mood.paper = false;
  shop.queue.due(due(1, { handedFrom: 'kitchen' }));
  await vi.waitFor(() => expect(shop.queue.states()[0]?.problem).not.toBe(null), { timeout: 8_000 });
  paper.usual();
  await printed(1);
  expect(sheets().join()).toContain('MAY BE OUT TWICE');
});

it('so does a station’s ticket that comes just after the trouble’s end, as others may not know of that (D60)', async () => {
  const problem = () => shop.queue.states()[0]?.problem;
  paper.mood.paper = false;
  await expect.poll(problem, { timeout: 8_000 }).toBe('Out of paper');
  paper.usual();
  await expect.poll(problem, { timeout: 8_000 }).toBe(null);
  shop.queue.due(due(1, { handsOver: true }));
  shop.queue.due(due(2));
  await printed(2);
  expect(sheets().map((sheet) => sheet.includes('MAY BE OUT TWICE'))).toEqual([true, false]);
});

it('and one that came while its screen was not heard, as that says (D60)', async () => {
  shop.queue.due(due(1, { handsOver: true, waited: true }));
  shop.queue.due(due(2, { handedFrom: 'kitchen', waited: true }));
  await printed(2);
  expect(sheets().map((sheet) => sheet.includes('MAY BE OUT TWICE'))).toEqual([true, true]);
});
