import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import type { PrintRequest } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { openPrintShop, samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { startPrinter } from '../../tests/support/printing/printer.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';

const ticket = (orderNumber: number, outletId: string): PrintRequest => ({
  subject: `order-${orderNumber}`,
  label: `Order ${orderNumber}`,
  document: kitchenTicket(sampleOrder({ orderNumber })),
  outletId,
});
const due = (orderNumber: number, outletId: string) => ({
  ...ticket(orderNumber, outletId),
  moment: 'arrival' as const,
  at: new Date().toISOString(),
  ageMs: 0,
});

it('what is for one printer is printed there and nowhere else (D60)', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
  const paper = await startPrinter();
  const printers = ['kitchen', 'bar'].map((id) => samplePrinter(paper.port, { id }));
  const { queue, ledger } = await openPrintShop(folder, { printers });
  try {
    queue.due({ ...due(1, 'ferry'), printerId: 'bar' });
    queue.due({ ...due(2, 'ferry'), printerId: 'kitchen' });
    queue.due({ ...due(2, 'ferry'), printerId: 'kitchen' });
    await vi.waitFor(() => expect(paper.jobs).toHaveLength(2));
    expect(ledger.all().map(({ subject, printerId }) => [subject, printerId])).toEqual([
      ['order-1', 'bar'],
      ['order-2', 'kitchen'],
    ]);
  } finally {
    queue.stop();
    await paper.stop();
    await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }));
  }
});

it('a printer of some outlets prints what is theirs, by itself and by hand, and nothing of another (D62)', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
  const paper = await startPrinter();
  const printers = [samplePrinter(paper.port, { outletIds: ['annexe'] })];
  const { queue, ledger } = await openPrintShop(folder, { printers });
  try {
    queue.due(due(1, 'ferry'));
    queue.due(due(2, 'annexe'));
    expect(queue.request(ticket(1, 'ferry'))).toEqual({ kind: 'no-printer' });
    expect(queue.request(ticket(3, 'annexe'))).toEqual({ kind: 'queued' });
    await vi.waitFor(() => expect(paper.jobs).toHaveLength(2));
    expect(ledger.all().map(({ subject }) => subject)).toEqual(['order-2', 'order-3']);
  } finally {
    queue.stop();
    await paper.stop();
    await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }));
  }
});
