import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it, vi } from 'vitest';
import type { DuePrint, JobState } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { folder, openShopFor, paper, setUpPrinting } from '../../tests/support/printing/set-up-printing.ts';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import type { ClaimOutcome, ClaimQuestion, PrintClaims } from './ask-claims.ts';

setUpPrinting();

function openShop(claims: PrintClaims | null = null) {
  const printers = ['kitchen', 'bar'].map((id) => samplePrinter(paper.port, { id, stationIds: [id] }));
  return openShopFor({ printers, claims });
}
type Shop = Awaited<ReturnType<typeof openShop>>;

const due = (orderNumber: number, printerId: string, changes: Partial<DuePrint> = {}): DuePrint => ({
  subject: `order-${orderNumber}`,
  outletId: 'outlet',
  label: `Order ${orderNumber}`,
  document: kitchenTicket(sampleOrder({ orderNumber })),
  printerId,
  stationIds: [printerId],
  moment: 'arrival',
  at: new Date(Date.now() - (changes.ageMs ?? 0)).toISOString(),
  ageMs: 0,
  ...changes,
});
const states = ({ ledger }: Shop) => ledger.all().map(({ id, state }) => [id, state]);
const reaches = (shop: Shop, id: string, state: JobState) =>
  vi.waitFor(() => expect(shop.ledger.get(id)?.state).toBe(state), { timeout: 20_000, interval: 10 });
/** What stands on top of a ticket. */
const marksOf = (job: Buffer | undefined) =>
  readEscPos(job ?? Buffer.alloc(0))
    .lines.slice(0, 7)
    .map(({ text }) => text)
    .join();
const outOfPaper = async (shop: Shop) => {
  paper.mood.paper = false;
  await expect
    .poll(() => shop.queue.states().map(({ problem }) => problem))
    .toEqual(['Out of paper', 'Out of paper']);
};

it('tickets that waited for paper do not come out once their order is cancelled, at any station (T15)', async () => {
  const first = await openShop();
  await outOfPaper(first);
  for (const station of ['kitchen', 'bar']) first.queue.due(due(1, station));
  first.queue.due(due(1, 'bar', { handedFrom: 'grill' }));
  first.queue.due(due(2, 'kitchen', { ageMs: 11 * 60_000 }));
  await vi.waitFor(() => expect(first.ledger.get('order-2 ticket kitchen 1')?.state).toBe('queued'));
  for (const order of [1, 2]) first.queue.withdrawTickets(`order-${order}`);
  first.queue.stop();
  await first.ledger.saved();
  expect(readFileSync(path.join(folder, 'print-jobs.json'), 'utf8')).not.toContain('Priya');

  const shop = await openShop();
  // Told of once more, as after each start of the till.
  shop.queue.due(due(1, 'kitchen'));
  paper.usual();
  for (const station of ['kitchen', 'bar']) shop.queue.due(due(3, station));
  for (const station of ['kitchen', 'bar']) await reaches(shop, `order-3 ticket ${station} 1`, 'printed');
  expect(states(shop).filter(([, state]) => state === 'discarded')).toHaveLength(4);
  expect(paper.jobs).toHaveLength(2);
});

it('what waits for a person is withdrawn; what one asked for, or may be out, and receipts are not (T15)', async () => {
  const shop = await openShop();
  shop.queue.due(due(1, 'kitchen', { ageMs: 11 * 60_000 }));
  await reaches(shop, 'order-1 ticket kitchen 1', 'late');
  paper.mood.cutAfter = 60;
  shop.queue.due(due(1, 'bar'));
  await reaches(shop, 'order-1 ticket bar 1', 'unconfirmed');
  paper.usual();
  await outOfPaper(shop);
  const document = { ...due(1, 'kitchen').document, kind: 'receipt' } as const;
  shop.queue.request({ ...due(1, 'kitchen'), document });
  shop.queue.due(due(2, 'kitchen'));
  shop.queue.request(due(2, 'bar'));
  for (const order of [1, 2]) shop.queue.withdrawTickets(`order-${order}`);
  expect(states(shop)).toEqual([
    ['order-1 ticket kitchen 1', 'discarded'],
    ['order-1 ticket bar 1', 'unconfirmed'],
    ['order-1 receipt kitchen 1', 'queued'],
    ['order-2 ticket kitchen 1', 'discarded'],
    ['order-2 ticket bar 1', 'queued'],
  ]);
});

it('a ticket whose order has ended meanwhile, as the server says when it is to be printed, does not come out (T15)', async () => {
  const shop = await openShop({
    areKept: async () => true,
    ask: async () => ({ kind: 'withdrawn', sheets: 0 }),
  });
  shop.queue.due(due(1, 'kitchen'));
  await reaches(shop, 'order-1 ticket kitchen 1', 'discarded');
  expect(paper.jobs).toEqual([]);
  shop.queue.request(due(1, 'bar'));
  await reaches(shop, 'order-1 ticket bar 1', 'printed');
  expect(paper.jobs).toHaveLength(1);
});

it('a ticket that another till has printed, asked for once its order has ended, says so; none comes out that waited (T15)', async () => {
  const printed = { kind: 'printed', tillName: 'Bar till', sheets: 1, ended: true } as const;
  const shop = await openShop({
    areKept: async () => true,
    ask: async ({ orderId }) => ({ ...printed, own: orderId === 'order-2' }),
  });
  shop.queue.request(due(1, 'kitchen'));
  await reaches(shop, 'order-1 ticket kitchen 1', 'printed');
  expect(marksOf(paper.jobs[0])).toMatch(/REPRINT 1.*CANCELLED OR.*EXPIRED/);
  shop.queue.due(due(1, 'bar'));
  await reaches(shop, 'order-1 ticket bar 1', 'elsewhere');
  shop.queue.due(due(2, 'kitchen'));
  await reaches(shop, 'order-2 ticket kitchen 1', 'discarded');
  expect(paper.jobs).toHaveLength(1);
});

it.each(['the page', 'the server'])(
  'a ticket that was cut off, printed again once its order has ended, says so as %s knows it (T15)',
  async (knowing) => {
    let ended = false;
    const shop = await openShop({
      areKept: async () => true,
      ask: async ({ act }) =>
        act === 'take' && !ended
          ? { kind: 'yours', claim: 1, sheets: 0 }
          : { kind: ended && knowing === 'the server' ? 'withdrawn' : 'free', sheets: 1 },
    });
    const id = 'order-1 ticket kitchen 1';
    paper.mood.cutAfter = 60;
    shop.queue.due(due(1, 'kitchen'));
    await reaches(shop, id, 'unconfirmed');
    paper.usual();
    if (knowing === 'the server') ended = true;
    else shop.queue.withdrawTickets('order-1');
    expect(shop.ledger.get(id)?.state).toBe('unconfirmed');
    shop.queue.answer(id, 'print');
    await reaches(shop, id, 'printed');
    expect(marksOf(paper.jobs.at(-1))).toMatch(/REPRINT 1.*CANCELLED OR.*EXPIRED/);
    expect(shop.ledger.get(id)?.ended).toBe(true);
  },
);

it('what a person asked for before its order ended comes out with a mark, and once more, too (T15)', async () => {
  const shop = await openShop();
  await outOfPaper(shop);
  shop.queue.request(due(1, 'kitchen'));
  shop.queue.withdrawTickets('order-1');
  paper.usual();
  await reaches(shop, 'order-1 ticket kitchen 1', 'printed');
  shop.queue.request(due(1, 'kitchen'));
  await vi.waitFor(() => expect(paper.jobs).toHaveLength(2), { timeout: 20_000, interval: 10 });
  for (const job of paper.jobs)
    expect(
      readEscPos(job)
        .lines.map(({ text }) => text)
        .join(),
    ).toContain('CANCELLED OR');
});

it('a claim that is taken while the ticket is withdrawn is released (T15)', async () => {
  let answer: (outcome: ClaimOutcome) => void = () => undefined;
  const asked: Pick<ClaimQuestion, 'act' | 'claim'>[] = [];
  const shop = await openShop({
    areKept: async () => true,
    async ask({ act, claim }) {
      asked.push({ act, claim });
      if (act === 'take') return new Promise((resolve) => (answer = resolve));
      return { kind: 'free', sheets: 0 };
    },
  });
  shop.queue.due(due(1, 'kitchen'));
  await vi.waitFor(() => expect(asked).toHaveLength(1));
  shop.queue.withdrawTickets('order-1');
  answer({ kind: 'yours', claim: 7, sheets: 0 });
  await vi.waitFor(() => expect(shop.ledger.all()[0]?.claim).toMatchObject({ number: 7, untold: null }));
  expect(asked).toEqual([
    { act: 'take', claim: null },
    { act: 'free', claim: 7 },
  ]);
  expect(shop.ledger.all()[0]?.state).toBe('discarded');
  expect(paper.jobs).toEqual([]);
});
