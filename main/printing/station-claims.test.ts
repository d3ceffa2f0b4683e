import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pence } from '#shared/base/money.ts';
import { duePrint, printRequest } from '#shared/print/schemas.ts';
import { ticketsOf } from '#shared/print/station-tickets.ts';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { openPrintShop, samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { startPrinter, type StandInPrinter } from '../../tests/support/printing/printer.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import type { ClaimOutcome, PrintClaims } from './ask-claims.ts';
import type { LedgerEntry } from './print-ledger.ts';

const kitchen = { id: 'kitchen', name: 'Kitchen', categories: ['mains'], fallback: null };
const bar = { id: 'bar', name: 'Bar', categories: ['drinks'], fallback: null };
const line = (id: string, name: string, categoryId: string) => ({
  id,
  name,
  categoryId,
  quantity: 1,
  cost: pence(500),
  modifications: [],
});
const order = sampleOrder({ items: [line('1', 'Pie', 'mains'), line('2', 'Ale', 'drinks')] });
const { id: subject, outletId } = order;

let paper: StandInPrinter;
/** Which till has each sheet, by all that a claim names it with, and whether it is printed. */
let taken: Map<string, { till: string; printed: boolean }>;
/** Each name of a printer that the server was asked with. */
let names: Set<string>;
const folders: string[] = [];
const shops: Awaited<ReturnType<typeof openPrintShop>>[] = [];

beforeEach(async () => {
  paper = await startPrinter();
  taken = new Map();
  names = new Set();
});
afterEach(async () => {
  for (const { queue } of shops.splice(0)) queue.stop();
  await paper.stop();
  for (const folder of folders.splice(0))
    await vi.waitFor(() => rmSync(folder, { recursive: true, force: true }));
});

const claims: PrintClaims = {
  areKept: async () => true,
  async ask({ orderId, kind, copy, printer, act }, till): Promise<ClaimOutcome> {
    names.add(printer);
    const key = [orderId, kind, copy, printer].join(' ');
    const known = taken.get(key);
    if (act === 'take' && known === undefined) {
      taken.set(key, { till, printed: false });
      return { kind: 'yours', claim: 1, sheets: 0 };
    }
    if (act === 'printed') taken.set(key, { till: known?.till ?? till, printed: true });
    const now = taken.get(key);
    if (now === undefined) return { kind: 'free', sheets: 0 };
    const [tillName, own] = [now.till, now.till === till];
    return now.printed
      ? { kind: 'printed', tillName, own, sheets: 1 }
      : { kind: 'held', tillName, own, leftMs: 9_000, sheets: 0 };
  },
};

/** A printer's entry; all of them are at one address. */
const entryFor = (id: string, stationIds?: string[]) =>
  samplePrinter(paper.port, { id, ...(stationIds && { stationIds }) });
type Entry = ReturnType<typeof entryFor>;

/** A till with these printers, as its page tells it of the order. */
async function openTill(printers: Entry[], jobs: object[] = []) {
  const folder = mkdtempSync(path.join(tmpdir(), 'servery-print-'));
  folders.push(folder);
  if (jobs.length > 0)
    writeFileSync(path.join(folder, 'print-jobs.json'), JSON.stringify({ till: 'an old till', jobs }));
  const shop = await openPrintShop(folder, { printers, everyMs: 20, leaseMs: 60_000, claims });
  shops.push(shop);
  const requests = ticketsOf(order, printers, [kitchen, bar], null).map(
    ({ printerId, madeAt: _madeAt, ...ticket }) => ({
      subject,
      outletId,
      label: 'Order 42',
      ...ticket,
      ...(printerId !== null && { printerId }),
    }),
  );
  const reached = { moment: 'arrival', at: new Date().toISOString(), ageMs: 0 } as const;
  return {
    ...shop,
    told: () => requests.forEach((request) => shop.queue.due(duePrint.parse({ ...request, ...reached }))),
    askedByHand() {
      for (const { handsOver: _handsOver, ...request } of requests)
        shop.queue.request(printRequest.parse(request));
    },
  };
}
type Till = Awaited<ReturnType<typeof openTill>>;

const isSettled = ({ state, claim }: LedgerEntry) =>
  (state === 'printed' || state === 'elsewhere') && claim?.untold === null;
const settle = (...tills: Till[]) =>
  vi.waitFor(
    () => {
      for (const { ledger } of tills) expect(ledger.all().filter((job) => !isSettled(job))).toEqual([]);
    },
    { timeout: 20_000, interval: 10 },
  );
/** Of each sheet whose it is, and whether it is marked. */
const sheets = () =>
  paper.jobs
    .map((job) => readEscPos(job).lines.map(({ text }) => text.trim()))
    .map((lines) => [
      lines.find((text) => /^(Kitchen|Bar)/.test(text)) ?? 'All',
      ...(lines.join().includes('REPRINT') ? ['marked'] : []),
    ])
    .map((words) => words.join(' '))
    .toSorted();

it('tills with one printer for different stations print each station’s ticket once (D60)', async () => {
  const tills = [await openTill([entryFor('k', ['kitchen'])]), await openTill([entryFor('b', ['bar'])])];
  for (const { told } of tills) told();
  await settle(...tills);
  expect(sheets()).toEqual(['Bar', 'Kitchen']);
  expect(tills.flatMap(({ ledger }) => ledger.all()).map(({ state }) => state)).toEqual([
    'printed',
    'printed',
  ]);
});

it('tills with one printer for the same stations, in whatever order, or for all lines print one sheet (D60)', async () => {
  for (const [one, other, sheet] of [
    [['kitchen', 'bar'], ['bar', 'a station that is gone', 'kitchen'], 'Kitchen + Bar'],
    [undefined, ['a station that is gone'], 'All'],
  ] as const) {
    taken.clear();
    paper.jobs.length = 0;
    const tills = [
      await openTill([entryFor('k', one && [...one])]),
      await openTill([entryFor('b', [...other])]),
    ];
    for (const { told } of tills) told();
    await settle(...tills);
    expect(sheets()).toEqual([sheet]);
  }
});

it('a till with one printer entered for two stations marks neither of their tickets (D60)', async () => {
  const till = await openTill([entryFor('k', ['kitchen']), entryFor('b', ['bar'])]);
  till.told();
  await settle(till);
  expect(sheets()).toEqual(['Bar', 'Kitchen']);
});

it('a station’s ticket by hand is no reprint of another station’s on the same printer (D60)', async () => {
  const [one, other] = [
    await openTill([entryFor('k', ['kitchen'])]),
    await openTill([entryFor('b', ['bar'])]),
  ];
  one.told();
  await settle(one);
  other.askedByHand();
  await settle(other);
  expect(sheets()).toEqual(['Bar', 'Kitchen']);
  one.askedByHand();
  await settle(one);
  expect(sheets()).toEqual(['Bar', 'Kitchen', 'Kitchen marked']);
});

it('a ticket of all lines is claimed by its printer’s address alone, and one of many stations by a short name (D60)', async () => {
  const many = Array.from({ length: 12 }, () => crypto.randomUUID());
  const till = await openTill([entryFor('all')]);
  till.told();
  await settle(till);
  expect([...names]).toEqual([`127.0.0.1:${paper.port}`]);
  names.clear();
  const { document } = ticketsOf(order, [{ id: 'all' }], [], null)[0] ?? {};
  const due = { subject: 'order-2', outletId, label: 'Order 43', document, stationIds: many };
  till.queue.due(duePrint.parse({ ...due, moment: 'arrival', at: new Date().toISOString(), ageMs: 0 }));
  await settle(till);
  expect([...names]).toEqual([expect.stringMatching(/^127\.0\.0\.1:\d+ of [\da-f]{16}$/)]);
});

it('a job that is read from the disk keeps its stations, and that of an older till the name that it had (D60)', async () => {
  const [ticket] = ticketsOf(order, [entryFor('k', ['kitchen'])], [kitchen, bar], null);
  const claim = { outletId, printer: null, number: null, untold: null };
  const old = {
    id: `${subject} ticket k 1`,
    subject,
    label: 'Order 42',
    kind: 'ticket',
    printerId: 'k',
    copy: 1,
    state: 'queued',
    problem: null,
    begun: 0,
    printedBy: null,
    at: new Date().toISOString(),
    document: ticket?.document,
    byHand: false,
    claim,
    handsOver: true,
  };
  const address = `127.0.0.1:${paper.port}`;
  for (const [stored, name] of [
    [old, address],
    // Literally, because tills of another version must use the same name.
    [{ ...old, stationIds: ['kitchen'] }, `${address} of bcd27dd64f77d72f`],
  ] as const) {
    names.clear();
    const till = await openTill([entryFor('k', ['kitchen'])], [stored]);
    expect(till.reports).toEqual([]);
    till.told();
    await settle(till);
    expect([...names]).toEqual([name]);
    expect(till.ledger.all()).toHaveLength(1);
  }
  expect(sheets()).toEqual(['Kitchen', 'Kitchen']);
});
