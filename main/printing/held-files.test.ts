import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import type { DuePrint } from '#shared/print/jobs.ts';
import { noPrintSettings } from '#shared/print/print-settings.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { folder, openShopFor, paper, setUpPrinting } from '../../tests/support/printing/set-up-printing.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';

setUpPrinting();

/** A file that is there and cannot be read: nobody reads a folder as a file. */
function unreadable(name: string): string {
  const file = path.join(folder, name);
  mkdirSync(file);
  writeFileSync(path.join(file, 'of-before'), 'good');
  return file;
}

const due = (orderNumber: number, ageMs: number): DuePrint => ({
  subject: `order-${orderNumber}`,
  label: `Order ${orderNumber}`,
  document: kitchenTicket(sampleOrder({ orderNumber })),
  moment: 'arrival',
  at: new Date(Date.now() - ageMs).toISOString(),
  ageMs,
});
const isPrinted = ({ ledger }: Awaited<ReturnType<typeof openShopFor>>, orderNumber: number) =>
  vi.waitFor(() => expect(ledger.get(`order-${orderNumber} ticket kitchen 1`)?.state).toBe('printed'), {
    timeout: 20_000,
    interval: 10,
  });

it('printers that cannot be read at the start are set aside once a person sets up others, never overwritten (E25)', async () => {
  unreadable('printers.json');
  unreadable('printers.json.broken');
  const shop = await openShopFor();
  expect(shop.reports).toEqual([expect.stringContaining('printers.json cannot be read now')]);
  const printers = [samplePrinter(paper.port)];
  expect(await shop.settings.save({ printers }), 'while it cannot be set aside').toContain(
    path.join(folder, 'printers.json'),
  );
  expect(readFileSync(path.join(folder, 'printers.json/of-before'), 'utf8')).toBe('good');
  rmSync(path.join(folder, 'printers.json.broken'), { recursive: true });
  expect(await shop.settings.save({ printers })).toBeNull();
  expect(readFileSync(path.join(folder, 'printers.json.broken/of-before'), 'utf8')).toBe('good');
  expect((await openShopFor()).settings.current()).toEqual(shop.settings.current());
  expect(shop.settings.current().printers).toHaveLength(1);
});

it('printers that can be read again before a person changes something are kept (E25)', async () => {
  const file = unreadable('printers.json');
  const shop = await openShopFor();
  rmSync(file, { recursive: true });
  writeFileSync(file, JSON.stringify({ ...noPrintSettings, printers: [samplePrinter(paper.port)] }));
  expect(await shop.settings.save({ printers: [samplePrinter(paper.port, { id: 'bar' })] })).toBeNull();
  expect(shop.settings.current().printers.map(({ id }) => id)).toEqual(['kitchen', 'bar']);
  expect(readdirSync(folder)).toEqual(['printers.json']);
});

it('a job file that cannot be read at the start and is gone later holds up no ticket (E25)', async () => {
  const file = unreadable('print-jobs.json');
  const shop = await openShopFor({ printers: [samplePrinter(paper.port)] });
  rmSync(file, { recursive: true });
  shop.queue.due(due(1, 0));
  await isPrinted(shop, 1);
  await shop.ledger.saved();
  expect(readFileSync(file, 'utf8')).toContain('order-1');
});

it('jobs that cannot be read at the start are kept beside those of this run, and what they may list is asked about (T7, E25)', async () => {
  unreadable('print-jobs.json');
  const shop = await openShopFor({ printers: [samplePrinter(paper.port)] });
  shop.queue.due(due(1, 60_000));
  shop.queue.due(due(2, 0));
  await isPrinted(shop, 2);
  expect(shop.ledger.get('order-1 ticket kitchen 1')?.state).toBe('late');
  expect(readFileSync(path.join(folder, 'print-jobs.json.broken/of-before'), 'utf8')).toBe('good');
  await shop.ledger.saved();
  expect(readFileSync(path.join(folder, 'print-jobs.json'), 'utf8')).toContain('order-2');
});
