import { expect, it, vi } from 'vitest';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { sheetPrinter, type PrintPage } from './sheet-printer.ts';

const limits = { connectMs: 100, statusMs: 100, printMs: 150 };
const printer = samplePrinter(0, { target: { kind: 'system', name: 'Kitchen' } });
const sheets = (printPage: PrintPage) =>
  sheetPrinter({ folder: '/nonexistent', limits, draw: async () => null, printPage });

it('a driver that never answers is given up in its time, and asks a person', async () => {
  let aborted = false;
  const waits: PrintPage = (_html, _name, signal) =>
    new Promise(() => signal.addEventListener('abort', () => (aborted = true)));
  const deadlines = vi.spyOn(AbortSignal, 'timeout');
  expect(await sheets(waits).print({ kind: 'ticket', blocks: [] }, printer, () => true)).toEqual({
    kind: 'unconfirmed',
    problem: 'The system did not take it in time',
  });
  expect(deadlines.mock.calls).toEqual([[limits.printMs]]);
  deadlines.mockRestore();
  expect(aborted).toBe(true);
});

it('a driver that answers in its time is believed', async () => {
  const taken: PrintPage = async (_html, name) => ({ kind: name === 'Kitchen' ? 'sent' : 'printed' });
  expect(await sheets(taken).print({ kind: 'ticket', blocks: [] }, printer, () => true)).toEqual({
    kind: 'sent',
  });
});
