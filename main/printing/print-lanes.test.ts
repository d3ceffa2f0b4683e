import { expect, it, vi } from 'vitest';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { samplePrintJob } from '../../tests/support/samples/sample-print-job.ts';
import { printLanes } from './print-lanes.ts';
import type { LedgerEntry } from './print-ledger.ts';
import type { StepOutcome } from './print-step.ts';
import { printerTroubles } from './printer-troubles.ts';
import type { PrinterLook } from './send-outcome.ts';

const printer = samplePrinter(0);
const job: LedgerEntry = { ...samplePrintJob('order-1'), document: null, byHand: false, claim: null };

it('no sheet begins once the till is quit, also where its printer is well again just then', async () => {
  const troubles = printerTroubles(
    () => [printer.id],
    () => undefined,
  );
  const forget = vi.spyOn(troubles, 'forget');
  troubles.told(printer.id, 'Out of paper');
  let answer: (look: PrinterLook) => void = () => {};
  const look = new Promise<PrinterLook>((resolve) => (answer = resolve));
  const print = vi.fn<() => Promise<StepOutcome>>(async () => ({ kind: 'tried', trouble: null }));
  const lanes = printLanes({
    printer: () => printer,
    next: () => job,
    print,
    look: () => look,
    removed: () => undefined,
    troubles,
    everyMs: 10,
  });
  lanes.wake(printer.id);
  lanes.stop();
  await lanes.finished();
  answer({ kind: 'well' });
  await vi.waitFor(() => expect(forget).toHaveBeenCalled());
  expect(print).not.toHaveBeenCalled();
});
