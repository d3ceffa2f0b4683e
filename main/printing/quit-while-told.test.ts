import { expect, it, vi } from 'vitest';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { openShopFor, paper, setUpPrinting } from '../../tests/support/printing/set-up-printing.ts';
import { dueTicket } from '../../tests/support/samples/due-ticket.ts';
import type { ClaimOutcome, PrintClaims } from './ask-claims.ts';

setUpPrinting();

const due = () => dueTicket({ outletId: 'outlet' });
const printed: ClaimOutcome = { kind: 'printed', tillName: 'Bar till', own: true, sheets: 1 };

/** A till whose server answers at once what it takes, and `told` once the sheet is printed. */
async function openTill(told: () => Promise<ClaimOutcome>) {
  const ask = vi.fn<PrintClaims['ask']>(({ act }) =>
    act === 'take' ? Promise.resolve({ kind: 'yours', claim: 7, sheets: 0 }) : told(),
  );
  const shop = await openShopFor({
    printers: [samplePrinter(paper.port)],
    // Nothing is told but what the till tells at its end.
    everyMs: 60_000,
    claims: { areKept: async () => true, ask },
    limits: { connectMs: 5_000, statusMs: 5_000, printMs: 20_000 },
  });
  return { ...shop, job: () => shop.ledger.all()[0], acts: () => ask.mock.calls.map(([{ act }]) => act) };
}

it('a till that is quit while it prints ends once the server knows of the sheet (T7)', async () => {
  let answer: (told: ClaimOutcome) => void = () => {};
  const answered = new Promise<ClaimOutcome>((resolve) => (answer = resolve));
  const till = await openTill(() => answered);
  paper.mood.pace = 40;
  till.queue.due(due());
  await vi.waitFor(() => expect(paper.jobs).toHaveLength(1));
  let ended = false;
  const end = till.finish().then(() => (ended = true));
  await vi.waitFor(() => expect(till.acts()).toEqual(['take', 'printed']), { timeout: 20_000 });
  expect([till.job()?.state, ended]).toEqual(['printed', false]);
  answer(printed);
  await end;
  expect(till.job()?.claim?.untold).toBeNull();
});

it('one that is ended while the server is told says it at its next start, prints nothing again, and asks nobody (T7)', async () => {
  const before = await openTill(() => new Promise(() => undefined));
  before.queue.due(due());
  await vi.waitFor(() => expect(before.job()?.state).toBe('printed'));
  void before.finish();
  await vi.waitFor(() => expect(before.acts()).toEqual(['take', 'printed']));

  const after = await openTill(async () => printed);
  after.queue.due(due());
  await vi.waitFor(() => expect(after.job()?.claim?.untold).toBeNull());
  expect(after.job()?.state).toBe('printed');
  expect(after.acts()).toEqual(['printed']);
  expect(paper.jobs).toHaveLength(1);
});
