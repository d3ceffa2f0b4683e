import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, expect, it, vi } from 'vitest';
import type { PrintClaimAct } from '#shared/api/print-claims.ts';
import type { DuePrint, JobState } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { folder, openShopFor, paper, setUpPrinting } from '../../tests/support/printing/set-up-printing.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import { samplePrintJob } from '../../tests/support/samples/sample-print-job.ts';
import type { ClaimOutcome } from './ask-claims.ts';
import type { LedgerEntry } from './print-ledger.ts';

setUpPrinting();

/** The server's requests and answers; the last answer to an act is repeated. */
let asked: { act: PrintClaimAct; claim: number | null; onDisk: JobState | undefined; sheets: number }[];
let answers: Partial<Record<PrintClaimAct, ClaimOutcome[]>>;

beforeEach(() => {
  asked = [];
  answers = {};
});

const ledgerFile = () => path.join(folder, 'print-jobs.json');
function onDisk(): LedgerEntry[] {
  try {
    return (JSON.parse(readFileSync(ledgerFile(), 'utf8')) as { jobs: LedgerEntry[] }).jobs;
  } catch {
    return [];
  }
}

function openShop(leaseMs = 60_000, printer = samplePrinter(paper.port)) {
  // What a shop still says while it stops belongs to its own test.
  const [heard, saying] = [asked, answers];
  return openShopFor({
    printers: [printer],
    everyMs: 20,
    leaseMs,
    claims: {
      areKept: async () => true,
      async ask({ act, claim }) {
        heard.push({ act, claim, onDisk: onDisk()[0]?.state, sheets: paper.jobs.length });
        const said = saying[act] ?? [{ kind: 'unreached' }];
        return (said.length > 1 ? said.shift() : said[0]) ?? { kind: 'unreached' };
      },
    },
  });
}
type Shop = Awaited<ReturnType<typeof openShop>>;

const ticket = {
  subject: 'order-1',
  outletId: 'outlet',
  label: 'Order 1',
  document: kitchenTicket(sampleOrder({ orderNumber: 1 })),
};
const due = (): DuePrint => ({ ...ticket, moment: 'arrival', at: new Date().toISOString(), ageMs: 0 });
const job = ({ ledger }: Shop) => ledger.all()[0];
const reaches = (shop: Shop, state: JobState) =>
  vi.waitFor(() => expect(job(shop)?.state).toBe(state), { timeout: 20_000, interval: 10 });
const told = (act: PrintClaimAct) =>
  vi.waitFor(() => expect(asked.map((one) => one.act)).toContain(act), { timeout: 20_000, interval: 10 });
const marksOf = (at = -1) =>
  readEscPos(paper.jobs.at(at) ?? Buffer.alloc(0))
    .lines.map(({ text }) => text)
    .filter((text) => text.startsWith('| '))
    .map((text) => text.replaceAll(/^\| +| +\|$/g, ''))
    .join(' ');

/** A job whose sheet was being sent. */
const entry = (): LedgerEntry => ({
  ...samplePrintJob('order-1', { subject: ticket.subject, label: ticket.label, state: 'sending' }),
  document: ticket.document,
  byHand: false,
  claim: { outletId: 'outlet', printer: `127.0.0.1:${paper.port}`, number: 7, untold: null },
});

const yours = (sheets = 0): ClaimOutcome => ({ kind: 'yours', claim: 7, sheets });
const held: ClaimOutcome = { kind: 'held', tillName: 'Bar till', own: false, leftMs: 9_000, sheets: 0 };
const printed = (own = false): ClaimOutcome => ({ kind: 'printed', tillName: 'Bar till', own, sheets: 1 });
const free: ClaimOutcome = { kind: 'free', sheets: 0 };

it('a sheet is claimed before it is on the disk as begun, and settled once the disk says that it is printed', async () => {
  Object.assign(answers, { take: [yours()], printed: [printed(true)] });
  const shop = await openShop();
  shop.queue.due(due());
  await told('printed');
  expect(asked).toEqual([
    { act: 'take', claim: null, onDisk: 'queued', sheets: 0 },
    { act: 'printed', claim: 7, onDisk: 'printed', sheets: 1 },
  ]);
  expect(marksOf()).toBe('');
  await vi.waitFor(() => expect(onDisk()[0]?.claim?.untold).toBeNull());
});

it('what another till has printed is not printed here, and a sheet by hand is marked', async () => {
  Object.assign(answers, { take: [held, held, printed()], printed: [printed()] });
  const shop = await openShop();
  shop.queue.due(due());
  await reaches(shop, 'elsewhere');
  expect(job(shop)).toMatchObject({ printedBy: 'Bar till', problem: null });
  expect(paper.jobs).toEqual([]);
  shop.queue.request(ticket);
  await reaches(shop, 'printed');
  expect(marksOf()).toMatch(/^REPRINT 1 /);
});

it('a sheet that is taken over says that another may be out', async () => {
  Object.assign(answers, { take: [held, yours(1)], printed: [printed(true)] });
  const shop = await openShop();
  shop.queue.due(due());
  await reaches(shop, 'printed');
  expect(marksOf()).toMatch(/^REPRINT 1 /);
});

it('what a person asks for is printed though another till has it, with a mark', async () => {
  Object.assign(answers, { take: [held], printed: [printed()] });
  const shop = await openShop();
  shop.queue.request(ticket);
  await reaches(shop, 'printed');
  expect(marksOf()).toMatch(/^REPRINT 1 /);
});

it('a server without claims changes nothing', async () => {
  answers.take = [{ kind: 'none' }];
  const shop = await openShop();
  shop.queue.due(due());
  await reaches(shop, 'printed');
  expect(marksOf()).toBe('');
  expect(asked).toHaveLength(1);
});

it('while the server does not answer a ticket waits as long as a lease and is printed with a mark', async () => {
  const shop = await openShop(300);
  const begun = performance.now();
  shop.queue.due(due());
  await vi.waitFor(() => expect(job(shop)?.problem).toBe('The server does not answer'));
  expect(paper.jobs).toEqual([]);
  await reaches(shop, 'printed');
  expect(performance.now() - begun).toBeGreaterThan(300);
  expect(marksOf()).toMatch(/^MAY BE OUT TWICE/);
  // The server gets its missed reports once it is back.
  answers.printed = [printed(true)];
  await told('printed');
});

it('while the server does not answer a person still gets paper at once, with the mark', async () => {
  const shop = await openShop();
  shop.queue.request(ticket);
  await reaches(shop, 'printed');
  expect(marksOf()).toMatch(/^MAY BE OUT TWICE/);
});

it('a till that was killed while it printed gives the sheet up, and asks a person', async () => {
  Object.assign(answers, { 'given-up': [free], look: [free] });
  writeFileSync(ledgerFile(), JSON.stringify({ till: 'bar', jobs: [entry()] }));
  const shop = await openShop();
  expect(job(shop)?.state).toBe('unconfirmed');
  await told('look');
  expect(asked[0]).toMatchObject({ act: 'given-up', claim: 7 });
  expect(job(shop)?.state).toBe('unconfirmed');
  shop.queue.due(due());
  expect(shop.ledger.all()).toHaveLength(1);
});

it('the ledger of an older till, which knew of no other, is read as it is', async () => {
  const { byHand: _byHand, claim: _claim, printedBy: _printedBy, ...old } = entry();
  writeFileSync(ledgerFile(), JSON.stringify([{ ...old, state: 'printed', document: null }]));
  const shop = await openShop();
  expect(shop.reports).toEqual([]);
  shop.queue.due(due());
  expect(shop.ledger.all()).toMatchObject([{ state: 'printed', printedBy: null, claim: null }]);
});

it('a question is closed once another till has printed the sheet', async () => {
  Object.assign(answers, { take: [yours()], 'given-up': [free], look: [printed()] });
  paper.mood.cutAfter = 60;
  const shop = await openShop();
  shop.queue.due(due());
  await reaches(shop, 'elsewhere');
  expect(asked.map(({ act }) => act)).toEqual(['take', 'given-up', 'look']);
  expect(job(shop)).toMatchObject({ printedBy: 'Bar till', begun: 1 });
});

it('a sheet by hand that failed midway stays a person’s question, though another till has printed the order', async () => {
  Object.assign(answers, { take: [printed(), yours()], 'given-up': [printed()], look: [printed()] });
  paper.mood.cutAfter = 60;
  const shop = await openShop();
  shop.queue.request(ticket);
  await reaches(shop, 'unconfirmed');
  // The jobs are looked at in their order, so the first has been once the second is closed.
  shop.queue.due({ ...due(), subject: 'order-2' });
  await vi.waitFor(() => expect(shop.ledger.all()[1]?.state).toBe('elsewhere'), { timeout: 20_000 });
  expect(job(shop)).toMatchObject({ state: 'unconfirmed', document: { kind: 'ticket' } });
});

it('what the server has not heard survives a restart', async () => {
  answers.take = [yours()];
  const first = await openShop();
  first.queue.due(due());
  await reaches(first, 'printed');
  first.queue.stop();
  await first.ledger.saved();
  const { till } = first.ledger;
  asked.length = 0;
  answers.printed = [printed(true)];
  const second = await openShop();
  await told('printed');
  expect(asked[0]).toMatchObject({ act: 'printed', claim: 7 });
  expect(second.ledger.till).toBe(till);
});

it('a printer of this computer alone, and what is no order’s, ask nobody', async () => {
  const shop = await openShop(60_000, samplePrinter(0, { target: { kind: 'file', path: 'tickets.bin' } }));
  shop.queue.due(due());
  await reaches(shop, 'sent');
  expect(asked).toEqual([]);
});
