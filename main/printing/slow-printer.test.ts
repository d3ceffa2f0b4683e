import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { DuePrint } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { openPrintShop, samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { startPrinter, type StandInPrinter } from '../../tests/support/printing/printer.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';

/** The till's own limits for an answer, and an answer that needs more than a short check allows. */
const limits = { connectMs: 3_000, statusMs: 1_500, printMs: 20_000 };
const ANSWER_MS = 600;

let folder: string;
let paper: StandInPrinter;
let deaf: StandInPrinter;
/** Stands before `paper`, and passes its answers on late. */
let late: Server;
let connections: number;
let shop: Awaited<ReturnType<typeof openPrintShop>>;

beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
  [paper, deaf] = await Promise.all([startPrinter(), startPrinter()]);
  deaf.mood.deaf = true;
  connections = 0;
  late = createServer({ allowHalfOpen: true }, passLate);
  late.listen(0, '127.0.0.1');
  await once(late, 'listening');
  shop = await openPrintShop(folder, {
    limits,
    printers: [
      samplePrinter(deaf.port, { id: 'deaf' }),
      samplePrinter((late.address() as AddressInfo).port, { id: 'late' }),
    ],
  });
});
afterEach(async () => {
  shop.queue.stop();
  late.close();
  await Promise.all([paper.stop(), deaf.stop()]);
  await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }));
});

function passLate(till: Socket): void {
  connections += 1;
  const printer = connect(paper.port, '127.0.0.1');
  till.on('error', () => printer.destroy()).on('close', () => printer.destroy());
  printer.on('error', () => till.destroy()).on('close', () => till.destroy());
  till.on('data', (bytes) => printer.write(bytes));
  printer.on('data', (bytes) => setTimeout(() => till.destroyed || till.write(bytes), ANSWER_MS));
}

const due = (): DuePrint => ({
  subject: 'order-1',
  label: 'Order 1',
  document: kitchenTicket(sampleOrder({ orderNumber: 1 })),
  moment: 'arrival',
  at: new Date().toISOString(),
  ageMs: 0,
});
const state = (printerId: string) => shop.ledger.all().find((job) => job.printerId === printerId)?.state;

it('a printer that answers late prints though short checks miss it, while another that never answers is named', async () => {
  // The first check has missed it.
  await expect.poll(() => connections, { timeout: 20_000 }).toBeGreaterThan(1);
  shop.queue.due(due());
  await expect.poll(() => state('late'), { timeout: 20_000 }).toBe('printed');
  expect(paper.jobs).toHaveLength(1);
  expect(state('deaf')).toBe('queued');
  await expect
    .poll(() => shop.queue.states(), { timeout: 20_000 })
    .toEqual([
      { printerId: 'deaf', problem: 'It does not answer' },
      { printerId: 'late', problem: null },
    ]);
});
