import { beforeEach, expect, it, vi } from 'vitest';
import type { DuePrint, JobState } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { readEscPos } from '../../tests/support/printing/escpos.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { openShopFor, paper, setUpPrinting } from '../../tests/support/printing/set-up-printing.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';
import type { ClaimOutcome, ClaimQuestion } from './ask-claims.ts';

setUpPrinting();

/** Who is signed in; orders have the name of their seller. */
let seller: string | null;
let asked: [seller: string | null, Pick<ClaimQuestion, 'orderId' | 'act'>][];
/** Whether the server hears what becomes of a sheet. */
let hearsResults: boolean;

beforeEach(() => {
  seller = 'ann';
  asked = [];
  hearsResults = true;
});

function openShop() {
  return openShopFor({
    printers: [samplePrinter(paper.port)],
    everyMs: 20,
    leaseMs: 60_000,
    accountId: () => seller,
    claims: {
      areKept: async () => true,
      async ask({ orderId, act }): Promise<ClaimOutcome> {
        asked.push([seller, { orderId, act }]);
        if (act === 'take') return { kind: 'yours', claim: 1, sheets: 0 };
        return hearsResults ? { kind: 'free', sheets: 0 } : { kind: 'unreached' };
      },
    },
  });
}
type Shop = Awaited<ReturnType<typeof openShop>>;

const due = (subject: string, ageMs = 0): DuePrint => ({
  subject,
  outletId: 'outlet',
  label: subject,
  document: kitchenTicket(sampleOrder()),
  moment: 'arrival',
  at: new Date(Date.now() - ageMs).toISOString(),
  ageMs,
});
const idOf = (subject: string) => `${subject} ticket kitchen 1`;
const reaches = (shop: Shop, subject: string, state: JobState) =>
  vi.waitFor(() => expect(shop.ledger.get(idOf(subject))?.state).toBe(state), {
    timeout: 20_000,
    interval: 10,
  });
const shown = ({ ledger }: Shop) => ledger.shown().map(({ subject }) => subject);
const isTold = (shop: Shop, subject: string) =>
  vi.waitFor(() => expect(shop.ledger.get(idOf(subject))?.claim?.untold).toBeNull(), { timeout: 20_000 });

it('the next seller’s tickets are not held up by what the server has not heard of the one before (T16)', async () => {
  const shop = await openShop();
  hearsResults = false;
  shop.queue.due(due('ann-1'));
  await reaches(shop, 'ann-1', 'printed');
  seller = 'bob';
  hearsResults = true;
  asked.length = 0;
  shop.queue.due(due('bob-1'));
  await reaches(shop, 'bob-1', 'printed');
  await isTold(shop, 'bob-1');
  expect(JSON.stringify(readEscPos(paper.jobs[1] ?? Buffer.alloc(0)).lines)).not.toContain(
    'MAY BE OUT TWICE',
  );
  expect(asked.map(([by, { orderId }]) => [by, orderId])).not.toContainEqual(['bob', 'ann-1']);
  seller = 'ann';
  await isTold(shop, 'ann-1');
  expect(asked.at(-1)).toEqual(['ann', { orderId: 'ann-1', act: 'printed' }]);
});

it('another seller’s jobs are not shown, answered or printed, and wait for theirs through a restart (T16)', async () => {
  const first = await openShop();
  first.queue.due(due('ann-late', 11 * 60_000));
  await reaches(first, 'ann-late', 'late');
  paper.mood.paper = false;
  await expect.poll(() => first.states.at(-1)?.problem).toBe('Out of paper');
  first.queue.due(due('ann-1'));
  first.queue.stop();
  await first.ledger.saved();

  seller = null;
  const shop = await openShop();
  expect(shown(shop)).toEqual([]);
  await expect.poll(() => shop.states.at(-1)?.problem).toBe('Out of paper');
  seller = 'bob';
  paper.usual();
  shop.queue.due(due('bob-1'));
  await reaches(shop, 'bob-1', 'printed');
  for (const job of ['ann-late', 'ann-1']) shop.queue.answer(idOf(job), 'print');
  // A lane sends the oldest job first, so another's would be out before this one.
  shop.queue.due(due('bob-2'));
  await reaches(shop, 'bob-2', 'printed');
  expect(paper.jobs).toHaveLength(2);
  expect(shown(shop)).toEqual(['bob-1', 'bob-2']);
  expect(shop.changes.map(({ subject }) => subject)).not.toContain('ann-1');

  seller = 'ann';
  expect(shown(shop)).toEqual(['ann-late', 'ann-1']);
  shop.queue.answer(idOf('ann-late'), 'print');
  for (const job of ['ann-late', 'ann-1']) await reaches(shop, job, 'printed');
  expect(shop.changes.map(({ subject }) => subject)).toContain('ann-1');
});

it('the jobs of an older till are everybody’s, and while nobody is signed in all are printed (T16)', async () => {
  seller = null;
  const shop = await openShop();
  shop.queue.due(due('old'));
  await reaches(shop, 'old', 'printed');
  seller = 'bob';
  expect(shown(shop)).toEqual(['old']);
  paper.mood.paper = false;
  await expect.poll(() => shop.states.at(-1)?.problem).toBe('Out of paper');
  shop.queue.due(due('bob-1'));
  seller = null;
  paper.usual();
  await reaches(shop, 'bob-1', 'printed');
  expect(shown(shop)).toEqual(['old']);
});
