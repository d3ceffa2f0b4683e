import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import type { DuePrint } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { folder, openShopFor, paper, setUpPrinting } from '../../tests/support/printing/set-up-printing.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { samplePrintJob } from '../../tests/support/samples/sample-print-job.ts';

setUpPrinting();

const idOf = (orderNumber: number) => `order-${orderNumber} ticket kitchen 1`;
const ticket = (orderNumber: number) => kitchenTicket(sampleOrder({ orderNumber }));
const due = (orderNumber: number, ageMs = 60_000): DuePrint => ({
  subject: `order-${orderNumber}`,
  label: `Order ${orderNumber}`,
  document: ticket(orderNumber),
  moment: 'arrival',
  at: new Date(Date.now() - ageMs).toISOString(),
  ageMs,
});

/** A ticket that waits, as a version to come may store it. */
const waiting = (orderNumber: number, changes: object) => ({
  ...samplePrintJob(`order-${orderNumber}`, { label: `Order ${orderNumber}` }),
  byHand: false,
  claim: null,
  colour: 'red',
  document: ticket(orderNumber),
  ...changes,
});

async function openWith(jobs: object[]) {
  writeFileSync(path.join(folder, 'print-jobs.json'), JSON.stringify({ till: 'bar', version: 9, jobs }));
  return openShopFor({ printers: [samplePrinter(paper.port)] });
}

it('of a newer version’s jobs each is printed that can be, and another asks for its order’s ticket (T7, E25)', async () => {
  const { blocks, ...rest } = ticket(1);
  const withField = { ...rest, paper: 'red', blocks: blocks.map((block) => ({ ...block, icon: 'leaf' })) };
  const withPart = { ...rest, blocks: [...blocks, { kind: 'picture', of: 'a leaf' }] };
  const { queue, ledger, reports } = await openWith([
    waiting(1, { document: withField }),
    waiting(2, { document: withPart }),
    waiting(3, { document: withPart, state: 'sending', begun: 1 }),
  ]);
  const stateOf = (orderNumber: number) => ledger.get(idOf(orderNumber))?.state;
  await vi.waitFor(() => expect(stateOf(1)).toBe('printed'));
  expect([stateOf(2), stateOf(3)]).toEqual(['refused', 'unconfirmed']);
  expect(ledger.till).toBe('bar');
  expect(reports).toEqual([]);
  for (const orderNumber of [2, 3]) {
    queue.answer(idOf(orderNumber), 'print');
    expect(ledger.get(idOf(orderNumber))).toMatchObject({
      state: 'refused',
      problem: expect.stringContaining('print it from its order'),
    });
    queue.request(due(orderNumber));
    await vi.waitFor(() => expect(stateOf(orderNumber)).toBe('printed'));
  }
  const marks = paper.jobs.map((bytes) => bytes.toString('latin1').includes('REPRINT'));
  expect(marks).toEqual([false, false, true]);
});

it('a job that cannot be read costs no other one, and what may be it is asked about (T7, E25)', async () => {
  const { queue, ledger, reports } = await openWith([waiting(1, {}), waiting(2, { state: 'paused' })]);
  await vi.waitFor(() => expect(ledger.get(idOf(1))?.state).toBe('printed'));
  queue.due(due(2));
  expect(ledger.get(idOf(2))?.state).toBe('late');
  expect(reports).toEqual([expect.stringContaining('Of 2 print jobs 1 could not be read')]);
  expect(readFileSync(path.join(folder, 'print-jobs.json.broken'), 'utf8')).toContain('"paused"');
});
