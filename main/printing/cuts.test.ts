import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as rest } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { askingStates } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { openPrintShop, samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { startPrinter, type StandInPrinter } from '../../tests/support/printing/printer.ts';
import { randomFrom } from '../../tests/support/samples/random-from.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import type { LedgerEntry } from './print-ledger.ts';

let folder: string;
let paper: StandInPrinter;
beforeEach(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
  paper = await startPrinter();
});
afterEach(async () => {
  await paper.stop();
  await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }));
});

const subjectOf = (orderNumber: number) => `order-${orderNumber}`;

/** The paper of one connection: its order, whether it was marked, and whether it is whole. */
function sheet(bytes: Buffer): { subject: string | undefined; marked: boolean; whole: boolean } {
  const text = bytes.toString('latin1');
  const orderNumber = /#(\d+) /.exec(text)?.[1];
  return {
    subject: orderNumber === undefined ? undefined : subjectOf(Number(orderNumber)),
    marked: text.includes('REPRINT'),
    whole: text.includes('\u001dV'),
  };
}

const sheetsOf = (subject: string) => paper.jobs.map(sheet).filter((one) => one.subject === subject);

it('of 500 tickets over a link that is cut anywhere, none is lost and none comes twice without a mark (T7, T8)', async () => {
  const orders = 500;
  const random = randomFrom(42);
  const length = 420;
  paper.mood.cutAfter = () => (random() < 0.4 ? Math.floor(random() * length) : null);
  const shop = await openPrintShop(folder, { printers: [samplePrinter(paper.port)], everyMs: 5 });
  for (let orderNumber = 1; orderNumber <= orders; orderNumber += 1)
    shop.queue.due({
      subject: subjectOf(orderNumber),
      label: '',
      document: kitchenTicket(sampleOrder({ orderNumber })),
      moment: 'arrival',
      at: new Date().toISOString(),
      ageMs: 0,
    });
  /** A person compares with the paper and has the missing sheets printed again. */
  function settleByHand(): void {
    for (const { id, subject, state } of shop.ledger.all())
      if (askingStates.has(state))
        shop.queue.answer(id, sheetsOf(subject).some(({ whole }) => whole) ? 'was-printed' : 'print');
  }
  await expect
    .poll(
      () => {
        settleByHand();
        return shop.ledger.all().filter(({ state }) => state === 'printed').length;
      },
      { timeout: 90_000, interval: 100 },
    )
    .toBe(orders);
  shop.queue.stop();

  for (let orderNumber = 1; orderNumber <= orders; orderNumber += 1) {
    const sheets = sheetsOf(subjectOf(orderNumber));
    expect(sheets.filter(({ whole }) => whole).length, `order ${orderNumber} is on paper`).toBeGreaterThan(0);
    expect(
      sheets.filter(({ marked }) => !marked).length,
      `order ${orderNumber}, unmarked`,
    ).toBeLessThanOrEqual(1);
  }
  // The test proves something only if cuts fell into every part of a sheet.
  expect(paper.jobs.filter((bytes) => !sheet(bytes).whole).length).toBeGreaterThan(100);
  for (const bytes of paper.jobs.filter((job) => sheet(job).whole)) expect(readEscPos(bytes).cuts).toBe(1);
}, 400_000);

it('killed at twenty points in a hundred tickets, each is on paper once or asks a person (T8)', async () => {
  const orders = 100;
  const random = randomFrom(7);
  const program = path.resolve(import.meta.dirname, '../../tests/support/printing/print-process.ts');
  const start = () => {
    const started = spawn(process.execPath, [program, folder, String(paper.port), String(orders)], {
      stdio: 'ignore',
    });
    onTestFinished(() => void started.kill('SIGKILL'));
    return started;
  };
  for (let kill = 0; kill < 20; kill += 1) {
    const running = start();
    const ended = once(running, 'exit');
    const until = paper.jobs.length + 1 + Math.floor(random() * 4);
    await expect
      .poll(() => paper.jobs.length >= until || running.exitCode !== null, { timeout: 20_000, interval: 1 })
      .toBe(true);
    // Somewhere within the next sheets.
    await rest(random() * 10);
    running.kill('SIGKILL');
    await ended;
  }
  const [code] = (await once(start(), 'exit')) as [number | null];
  expect(code).toBe(0);

  const kept = readFileSync(path.join(folder, 'print-jobs.json'), 'utf8');
  const { jobs } = JSON.parse(kept) as { jobs: LedgerEntry[] };
  expect(jobs).toHaveLength(orders);
  for (const { subject, state } of jobs) {
    const sheets = sheetsOf(subject);
    expect(sheets.length, `${subject} is ${state}`).toBeLessThanOrEqual(1);
    if (state === 'printed') expect(sheets).toMatchObject([{ whole: true }]);
    else expect(state).toBe('unconfirmed');
  }
}, 400_000);
