import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { DuePrint, JobState } from '#shared/print/jobs.ts';
import { kitchenTicket } from '#shared/print/order-documents.ts';
import { samplePrinter } from '../../tests/support/printing/print-shop.ts';
import { openShopFor, paper, setUpPrinting } from '../../tests/support/printing/set-up-printing.ts';
import { sampleOrder } from '../../tests/support/samples/sample-order.ts';

setUpPrinting();

const HOUR = 3_600_000;
/** The true time, whatever this computer's clock says. */
let serverNow: () => number;

beforeEach(() => {
  const [began, at] = [Date.now(), performance.now()];
  serverNow = () => began + performance.now() - at;
  vi.useFakeTimers({ toFake: ['Date'] });
});
afterEach(() => void vi.useRealTimers());

const putClock = (aheadMs: number) => vi.setSystemTime(serverNow() + aheadMs);

function openShop(since?: number) {
  const printers = since === undefined ? undefined : [printer(since)];
  return openShopFor({ ...(printers && { printers }) });
}
type Shop = Awaited<ReturnType<typeof openShop>>;

const printer = (since: number) => samplePrinter(paper.port, { since: new Date(since).toISOString() });
const due = (orderNumber: number, ageMs = 0): DuePrint => ({
  subject: `order-${orderNumber}`,
  label: `Order ${orderNumber}`,
  document: kitchenTicket(sampleOrder({ orderNumber })),
  moment: 'arrival',
  at: new Date(serverNow() - ageMs).toISOString(),
  ageMs,
});
const job = ({ ledger }: Shop, orderNumber: number) =>
  ledger.all().find(({ subject }) => subject === `order-${orderNumber}`);
const reaches = (shop: Shop, orderNumber: number, state: JobState) =>
  vi.waitFor(() => expect(job(shop, orderNumber)?.state).toBe(state), { timeout: 20_000, interval: 10 });

it.each([1, 5, 100])(
  'a printer that was set up by a clock %i hours ahead prints what comes now',
  async (hours) => {
    const shop = await openShop(serverNow() + hours * HOUR);
    shop.queue.due(due(1));
    await reaches(shop, 1, 'printed');
    // Whether the printer was set up before that order is unknown: a person is asked, and nothing is dropped
    // silently.
    shop.queue.due(due(2, 60_000));
    expect(job(shop, 2)?.state).toBe('late');
  },
);

it('a printer that is set up now by a clock that is ahead prints what comes after', async () => {
  const shop = await openShop();
  putClock(3 * HOUR);
  const settings = { ...shop.settings.current(), printers: [printer(Date.now())] };
  expect(await shop.settings.save(settings)).toBeNull();
  shop.queue.printersChanged();
  shop.queue.due(due(1));
  await reaches(shop, 1, 'printed');
  putClock(0);
  shop.queue.due(due(2));
  await reaches(shop, 2, 'printed');
});

it('a printer that was set up by a clock that was behind prints what comes now', async () => {
  const shop = await openShop(serverNow() - 5 * HOUR);
  shop.queue.due(due(1));
  await reaches(shop, 1, 'printed');
});

it.each([3, -3, 72, -72, 24 * 365])(
  'a clock that is %i hours wrong, and is then put right, prints each ticket once',
  async (hours) => {
    putClock(hours * HOUR);
    const shop = await openShop(serverNow() - HOUR);
    shop.queue.due(due(1));
    await reaches(shop, 1, 'printed');
    putClock(0);
    shop.queue.due(due(2));
    await reaches(shop, 2, 'printed');
    shop.queue.stop();
    await shop.ledger.saved();

    const after = await openShop();
    for (const order of [1, 2]) after.queue.due(due(order, 30_000));
    after.queue.due(due(3));
    await reaches(after, 3, 'printed');
    expect(paper.jobs).toHaveLength(3);
  },
);

it.each([3, 24 * 365])(
  'a clock that is put forward by %i hours while a ticket waits for paper makes it no older',
  async (hours) => {
    const shop = await openShop(0);
    paper.mood.paper = false;
    await expect.poll(() => shop.states.at(-1)?.problem).toBe('Out of paper');
    shop.queue.due(due(1));
    putClock(hours * HOUR);
    paper.usual();
    await reaches(shop, 1, 'printed');
  },
);

describe('until the server’s time is known', () => {
  /** A till that was ended while a ticket waited for paper, and is started where nobody has told it the time yet. */
  async function restarted(offForMs: number, clockAheadMs: number) {
    const before = await openShop(0);
    paper.mood.paper = false;
    await expect.poll(() => before.states.at(-1)?.problem).toBe('Out of paper');
    before.queue.due(due(1));
    before.queue.stop();
    await before.ledger.saved();
    paper.usual();
    const began = serverNow();
    const at = performance.now();
    serverNow = () => began + offForMs + performance.now() - at;
    putClock(clockAheadMs);
    const shop = await openShopFor({ toldWithinMs: 600_000 });
    // What a person asks for is printed meanwhile, and after what waits for longer.
    shop.queue.request({ ...due(3), subject: 'order-3' });
    await reaches(shop, 3, 'printed');
    expect(job(shop, 1)?.state).toBe('queued');
    expect(paper.jobs).toHaveLength(1);
    return shop;
  }

  it('a waiting ticket is not too old for a clock that is hours ahead', async () => {
    const shop = await restarted(0, 3 * HOUR);
    shop.queue.due(due(2));
    await reaches(shop, 1, 'printed');
  });

  it('a ticket of hours ago does not come out for a clock that was put back', async () => {
    const shop = await restarted(2 * HOUR, -24 * HOUR);
    shop.queue.due(due(2));
    await reaches(shop, 1, 'late');
    await reaches(shop, 2, 'printed');
    expect(paper.jobs).toHaveLength(2);
  });

  it('what a person asks for grows no older once it is', async () => {
    const shop = await openShop(0);
    paper.mood.paper = false;
    await expect.poll(() => shop.states.at(-1)?.problem).toBe('Out of paper');
    putClock(-3 * HOUR);
    shop.queue.request(due(1));
    shop.queue.due(due(2));
    paper.usual();
    await reaches(shop, 2, 'printed');
    await reaches(shop, 1, 'printed');
  });
});

it('what is two days old by the server’s clock is forgotten', async () => {
  const shop = await openShop(0);
  shop.queue.due(due(1));
  await reaches(shop, 1, 'printed');
  const began = serverNow();
  serverNow = () => began + 49 * HOUR;
  shop.queue.due(due(2));
  await reaches(shop, 2, 'printed');
  expect(job(shop, 1)).toBeUndefined();
});
