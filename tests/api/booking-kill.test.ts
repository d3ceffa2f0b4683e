import { cpSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import type { Order } from '#shared/api/orders.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { fakeStripe, type FakeStripe } from '../../server/testing/fake-stripe.ts';
import { bookingFaults, PORTIONS } from '../support/servers/booking-faults.ts';
import type { DiskChange } from '../support/servers/disk-journal.ts';
import { everythingWritten, journalOn, RecordedDisk } from '../support/servers/power-cut.ts';
import { temporaryFolders } from '../support/servers/temporary-folders.ts';
import { cardPlatform, type CardPlatform } from '../support/shop/card-platform.ts';
import { line } from '../support/shop/platform.ts';

const ACCOUNT = 'acct_ferry';
const steps = [
  'capture',
  'refund',
  'refund of all',
  'cancel',
  'finish',
  'refund that comes back',
  'next finish',
] as const;
/** A step of the shift begins, or is answered; `is` is what is certain from then on. */
type Mark = { kind: 'begins'; step: Step } | { kind: 'answered'; is: Certain };
type Step = (typeof steps)[number];
/** Orders by id with their status, and how many sessions are finished. */
type Certain = { orders: Record<string, Order['status']>; finished: number };

const folder = temporaryFolders('booking');
let stripe: FakeStripe;
beforeAll(async () => {
  stripe = await fakeStripe();
});
afterAll(async () => {
  await stripe.close();
});

/** Every way in which money is booked, one after the other, on a disk that records each write. */
async function recordedShift() {
  const file = path.join(folder(), 'journal');
  writeFileSync(file, '');
  const shop = await cardPlatform(stripe, ACCOUNT, journalOn(file));
  const { platform } = shop;
  await shop.openForCards();
  const { itemId } = line(platform.menu, 'Americano');
  const counted = { itemId, left: PORTIONS };
  expect(await shop.call('POST', `/sellers/outlets/${platform.outletId}/portions`, counted)).toEqual({
    portions: [counted],
  });
  await platform.end('SIGTERM');
  const before = folder();
  cpSync(platform.dataDir, before, { recursive: true });
  truncateSync(file);
  await platform.restart();

  const mark = (one: Mark) => writeFileSync(file, `${JSON.stringify(one)}\n`, { flag: 'a' });
  const is: Certain = { orders: {}, finished: 0 };
  const step = async (name: Step, act: () => Promise<Order | null>) => {
    mark({ kind: 'begins', step: name });
    const order = await act();
    if (order) is.orders[order.id] = order.status;
    mark({ kind: 'answered', is: structuredClone(is) });
  };
  await playShift(shop, step, is);
  await platform.stop();
  const journal = readFileSync(file, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as DiskChange | Mark);
  return { before, journal };
}

async function playShift(
  shop: CardPlatform,
  step: (name: Step, act: () => Promise<Order | null>) => Promise<void>,
  is: Certain,
): Promise<void> {
  const { call, platform } = shop;
  const of = (what: string, id: string, body?: unknown) =>
    call('POST', `/sellers/orders/${what}/${id}`, body) as Promise<Order>;
  const session = (what: 'start' | 'finish') => async () => {
    await call('POST', `/sellers/outlets/${platform.outletId}/trading-session/${what}`);
    if (what === 'finish') is.finished += 1;
    return null;
  };
  const first = await shop.placeAndDeliver();
  const second = await shop.placeAndDeliver('pm_card_us');
  const cancelled = (await shop.place()) ?? '';
  await step('capture', () => of('complete', first));
  await step('refund', () => of('refund', first, { amountToRefund: 100 }));
  const { amount } = await of('complete', second);
  await step('refund of all', () => of('refund', second, { amountToRefund: amount }));
  await step('cancel', () => of('cancel', cancelled));
  await step('finish', session('finish'));
  await step('refund that comes back', () => comesBack(shop, second));
  await session('start')();
  await step('next finish', session('finish'));
}

/** The customer's bank sends the last refund of an order back, and the card provider tells the server. */
async function comesBack(shop: CardPlatform, orderId: string): Promise<Order> {
  const { books, intentOf } = stripe.account(ACCOUNT);
  const made = intentOf(orderId).refunds.at(-1);
  if (!made) throw new Error('no refund was made');
  books.failRefund(made);
  await shop.tell('refund.failed', made);
  return vi.waitFor(
    async () => {
      const order = (await shop.call('GET', `/sellers/orders/${orderId}`)) as Order;
      expect(order.payment.cameBack).toHaveLength(1);
      return order;
    },
    { timeout: 30_000, interval: 1_000 },
  );
}

/**
 * Where a kill leaves the disk in another state during a step: after each group of writes, and in the finish after each
 * write.
 */
function momentsOf(journal: readonly (DiskChange | Mark)[]): number[] {
  let step: Step | null = null;
  return journal.flatMap((entry, at) => {
    if (entry.kind === 'begins') ({ step } = entry);
    if (entry.kind === 'answered') step = null;
    const isLast = step === 'finish' || journal[at + 1]?.kind !== 'write';
    return step !== null && entry.kind === 'write' && isLast ? [at] : [];
  });
}

it('kill -9 at every step of a capture, a refund, one that comes back, a cancel and a finish leaves them whole or undone (D53)', async () => {
  const { before, journal } = await recordedShift();
  const moments = new Set(momentsOf(journal));
  const disk = new RecordedDisk(before);
  let certain: Certain = { orders: {}, finished: 0 };
  let step = '';
  const killed = new Set<string>();
  for (const [at, entry] of journal.entries()) {
    if (entry.kind === 'begins') ({ step } = entry);
    else if (entry.kind === 'answered') certain = entry.is;
    else disk.apply(entry);
    if (!moments.has(at)) continue;
    const dataDir = folder();
    disk.leaveAt(dataDir, everythingWritten);
    const database = await openDatabase({ databaseUrl: null, dataDir });
    expect((await bookingFaults(database, certain)).join('\n'), `killed in the ${step}`).toBe('');
    await database.close();
    rmSync(dataDir, { recursive: true });
    killed.add(step);
  }
  expect(killed).toEqual(new Set(steps));
}, 300_000);
