import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { openPrintShop, samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { startPrinter, type StandInPrinter } from '../../tests/support/printing/printer.ts';
import { dueTicket } from '../../tests/support/samples/due-ticket.ts';
import type { PrintClaims } from './ask-claims.ts';

const EVERY_MS = 20;
const FULL = 'The till cannot write to its disk';

let folder: string;
let paper: StandInPrinter;
let drinks: StandInPrinter;
let shop: Awaited<ReturnType<typeof openPrintShop>>;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
  [paper, drinks] = await Promise.all([startPrinter(), startPrinter()]);
  // Nothing is sent to it, and it cannot be asked how it is.
  const unused = samplePrinter(0, { id: 'office', target: { kind: 'file', path: 'office' } });
  unused.documents.ticket.when = 'never';
  const printers = [samplePrinter(paper.port), samplePrinter(drinks.port, { id: 'bar' }), unused];
  shop = await openPrintShop(folder, { printers, everyMs: EVERY_MS });
});
afterEach(async () => {
  shop.queue.stop();
  await Promise.all([paper.stop(), drinks.stop()]);
  await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }));
});

/** No file can be written where a folder stands. */
const inTheWay = () => path.join(folder, 'print-jobs.json.new');
const fill = () => mkdirSync(inTheWay());
const free = () => rmSync(inTheWay(), { recursive: true });

const due = () => dueTicket({ handsOver: true });
const problems = () => shop.queue.states().map(({ problem }) => problem);
const state = () => shop.ledger.all().map((job) => job.state);

it('a till whose disk takes no ticket names that at each of its printers until it does, and then prints (T10, D60)', async () => {
  await expect.poll(problems).toEqual([null, null, null]);
  fill();
  shop.queue.due(due());
  await expect.poll(problems).toEqual([FULL, FULL, FULL]);
  for (const printerId of ['kitchen', 'bar', 'office'])
    expect(shop.states).toContainEqual({ printerId, problem: FULL });
  // The printers themselves are found well meanwhile.
  const told = shop.states.length;
  await new Promise((resolve) => setTimeout(resolve, 10 * EVERY_MS));
  expect(problems()).toEqual([FULL, FULL, FULL]);
  expect(shop.states).toHaveLength(told);
  expect([...paper.jobs, ...drinks.jobs]).toEqual([]);
  free();
  await expect.poll(state).toEqual(['printed', 'printed']);
  await expect.poll(problems).toEqual([null, null, null]);
  for (const sheet of [...paper.jobs, ...drinks.jobs])
    expect(
      readEscPos(sheet)
        .lines.map(({ text }) => text)
        .join(),
    ).toContain('MAY BE OUT TWICE');
});

it('and says so no longer than that lasts, though nothing is left to print (T10)', async () => {
  fill();
  shop.queue.due(due());
  await expect.poll(problems).toEqual([FULL, FULL, FULL]);
  // Not while it is being tried.
  await expect
    .poll(() => {
      shop.queue.withdrawTickets('order-1');
      return state();
    })
    .toEqual(['discarded', 'discarded']);
  free();
  await expect.poll(problems).toEqual([null, null, null]);
  expect([...paper.jobs, ...drinks.jobs]).toEqual([]);
});

it('so does one that cannot store the name by which it would ask the server for the sheet (T10)', async () => {
  shop.queue.stop();
  fill();
  const ask = vi.fn<PrintClaims['ask']>(async () => ({ kind: 'none' }));
  shop = await openPrintShop(folder, {
    printers: [samplePrinter(paper.port)],
    everyMs: EVERY_MS,
    claims: { areKept: async () => true, ask },
  });
  shop.queue.due({ ...due(), outletId: 'outlet' });
  await expect.poll(problems).toEqual([FULL]);
  expect(ask).not.toHaveBeenCalled();
  free();
  await expect.poll(state).toEqual(['printed']);
});
