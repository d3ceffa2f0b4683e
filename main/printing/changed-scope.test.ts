import { expect, it, vi } from 'vitest';
import type { DuePrint } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { MAX_EARLIER_SCOPES, type Printer } from '#shared/print/printer.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import {
  openShopFor,
  paper,
  setUpPrinting,
  type PrintShop,
} from '../../tests/support/printing/set-up-printing.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';

setUpPrinting();

const openShop = (printers?: Printer[]) => openShopFor({ ...(printers && { printers }) });
const ofOnly = (scope: Partial<Printer>) => samplePrinter(paper.port, scope);

/** Saves the printer with these changes, as somebody did so long ago. */
async function change({ settings }: PrintShop, scope: Partial<Printer>, agoMs = 0): Promise<void> {
  const since = new Date(Date.now() - agoMs).toISOString();
  const printers = [samplePrinter(paper.port, { ...scope, since })];
  expect(await settings.save({ ...settings.current(), printers })).toBeNull();
}

const due = (orderNumber: number, ageMs: number, more: Partial<DuePrint> = {}): DuePrint => ({
  subject: `order-${orderNumber}`,
  label: `Order ${orderNumber}`,
  document: kitchenTicket(sampleOrder({ orderNumber })),
  moment: 'arrival',
  at: new Date(Date.now() - ageMs).toISOString(),
  ageMs,
  outletId: 'ferry',
  ...more,
});
const jobs = ({ ledger }: PrintShop) => ledger.all().map(({ subject }) => subject);

it('a printer that is given another outlet prints what that orders from then on, and all of what it had (D62)', async () => {
  const shop = await openShop([ofOnly({ outletIds: ['ferry'] })]);
  shop.queue.due(due(1, 90_000));
  await change(shop, { outletIds: ['ferry', 'annexe'] });
  shop.queue.due(due(1, 90_000));
  shop.queue.due(due(2, 60_000, { outletId: 'annexe' }));
  // It came during a cut, and was reported after it.
  shop.queue.due(due(3, 60_000));
  shop.queue.due(due(4, 0, { outletId: 'annexe' }));
  expect(jobs(shop)).toEqual(['order-1', 'order-3', 'order-4']);
  await vi.waitFor(() => expect(paper.jobs).toHaveLength(3));
});

it('a printer that is given another station prints what that makes from then on, and all of what it had (D60)', async () => {
  const shop = await openShop([ofOnly({ stationIds: ['kitchen'] })]);
  await change(shop, { stationIds: ['kitchen', 'bar'] });
  shop.queue.due(due(1, 60_000, { madeAt: ['bar'] }));
  shop.queue.due(due(2, 60_000, { madeAt: ['kitchen'] }));
  shop.queue.due(due(3, 60_000, { madeAt: ['kitchen', 'bar'] }));
  shop.queue.due(due(4, 0, { madeAt: ['bar'] }));
  // What a station hands over has nobody else.
  shop.queue.due(due(5, 60_000, { handedFrom: 'grill' }));
  expect(jobs(shop)).toEqual(['order-2', 'order-3', 'order-4', 'order-5']);
  // Then all lines of all outlets.
  await change(shop, {});
  shop.queue.due(due(6, 60_000, { madeAt: ['grill'] }));
  shop.queue.due(due(7, 0, { madeAt: ['grill'] }));
  expect(jobs(shop).slice(4)).toEqual(['order-7']);
});

it('what a printer was for at the moment of an order counts, also after a restart and a way back', async () => {
  const minute = 60_000;
  const before = await openShop([ofOnly({ outletIds: ['ferry'] })]);
  await change(before, { outletIds: ['annexe'] }, 20 * minute);
  await change(before, { outletIds: ['ferry'] }, 10 * minute);
  before.queue.stop();
  const shop = await openShop();
  shop.queue.due(due(1, 15 * minute));
  shop.queue.due(due(2, 15 * minute, { outletId: 'annexe' }));
  shop.queue.due(due(3, 25 * minute));
  shop.queue.due(due(4, 5 * minute));
  expect(jobs(shop)).toEqual(['order-3', 'order-4']);
});

it('a change of its name makes nothing new of a printer', async () => {
  const shop = await openShop([ofOnly({ outletIds: ['ferry'] })]);
  const { settings } = shop;
  const [printer = ofOnly({})] = settings.current().printers;
  const since = new Date().toISOString();
  await settings.save({ ...settings.current(), printers: [{ ...printer, name: 'Pass', since }] });
  expect(settings.current().printers).toEqual([{ ...printer, name: 'Pass' }]);
});

it('a printer that is changed again and again keeps a bounded past, and prints nothing from before it', async () => {
  const shop = await openShop([ofOnly({ outletIds: ['ferry'] })]);
  const { settings } = shop;
  const minutes = Array.from({ length: MAX_EARLIER_SCOPES + 2 }, (_, at) => (40 - at) * 60_000);
  for (const [at, ago] of minutes.entries())
    await change(shop, { outletIds: ['ferry', `outlet-${at}`] }, ago);
  const [printer] = settings.current().printers;
  expect(printer?.earlier).toHaveLength(MAX_EARLIER_SCOPES);
  const again = await openShop();
  again.queue.due(due(1, 41 * 60_000));
  again.queue.due(due(2, 37 * 60_000));
  expect(jobs(again)).toEqual(['order-2']);
});

it('a printer whose copies and another document’s moment are changed prints a ticket of before, and only its old copies', async () => {
  const { documents } = ofOnly({});
  const receipt = { when: 'by-hand', copies: 1 } as const;
  const shop = await openShop([ofOnly({ documents: { ...documents, receipt } })]);
  const jobsOf = ({ ledger }: PrintShop) => ledger.all().map(({ subject, copy }) => `${subject} ${copy}`);
  const ticket = { when: 'arrival', copies: 3 } as const;
  await change(shop, { documents: { ...documents, receipt: { when: 'closing', copies: 1 }, ticket } });
  shop.queue.due(due(1, 60_000));
  const receiptDue: Partial<DuePrint> = { moment: 'closing', document: { kind: 'receipt', blocks: [] } };
  shop.queue.due(due(2, 60_000, receiptDue));
  shop.queue.due(due(3, 0, receiptDue));
  shop.queue.due(due(4, 0));
  const all = ['order-1 1', 'order-3 1', 'order-4 1', 'order-4 2', 'order-4 3'];
  expect(jobsOf(shop)).toEqual(all);
  await shop.ledger.saved();
  shop.queue.stop();
  const again = await openShop();
  again.queue.due(due(1, 60_000));
  again.queue.due(due(2, 60_000, receiptDue));
  expect(jobsOf(again)).toEqual(all);
});

it('copies that are taken away and given back are new, and what stays is not', async () => {
  const { documents } = ofOnly({});
  const shop = await openShop([ofOnly({})]);
  const copies = async (number: number, agoMs = 0) => {
    const ticket = { when: 'arrival', copies: number } as const;
    await change(shop, { documents: { ...documents, ticket } }, agoMs);
  };
  await copies(2, 30 * 60_000);
  await copies(1, 20 * 60_000);
  await copies(3, 10 * 60_000);
  const [printer] = shop.settings.current().printers;
  const since = new Date(0).toISOString();
  expect(printer).toMatchObject({ since, later: [{ kind: 'ticket', above: 1 }] });
});
