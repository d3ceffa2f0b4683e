import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { samplePrintJob } from '../../tests/support/samples/sample-print-job.ts';
import { openLedger, type LedgerEntry } from './print-ledger.ts';
import { printStep } from './print-step.ts';
import type { SendOutcome } from './send-outcome.ts';
import { serverClock } from './server-clock.ts';

const job: LedgerEntry = {
  ...samplePrintJob('order-1'),
  document: kitchenTicket(sampleOrder()),
  byHand: false,
  claim: { outletId: 'outlet', printer: null, number: null, untold: null },
};

it('what did not leave is given back, unless an earlier sheet of it may be out', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'print-jobs.json');
  const nothing = () => undefined;
  const ledger = await openLedger({
    file,
    report: nothing,
    changed: nothing,
    now: () => null,
    accountId: () => null,
  });
  const outcomes: SendOutcome[] = [
    { kind: 'not-sent', problem: 'Offline' },
    { kind: 'unconfirmed', problem: 'Cut off' },
    { kind: 'not-sent', problem: 'Offline' },
    { kind: 'printed' },
  ];
  const step = printStep({
    ledger,
    clock: serverClock(),
    sheets: {
      print: async () => outcomes.shift() ?? { kind: 'printed' },
      look: async () => ({ kind: 'well' }),
    },
    claimed: {
      before: async ({ claim }) => ({
        kind: 'print',
        claim: claim && { ...claim, printer: 'kitchen:9100', number: 7, untold: null },
        sheets: 0,
        doubtful: false,
      }),
      tend: async () => undefined,
    },
  });
  ledger.put(job);
  const told = [];
  while (outcomes.length > 0) {
    const again: LedgerEntry = { ...(ledger.get(job.id) ?? job), state: 'queued', document: job.document };
    ledger.put(again);
    await step(again, samplePrinter(0));
    told.push(ledger.get(job.id)?.claim?.untold);
  }
  expect(told).toEqual(['free', 'given-up', 'given-up', 'printed']);
});
