import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { CardBooks, Span } from '../../payments/card-books.ts';
import type { BalanceStore } from './balance-store.ts';
import { differenceOf, transactionOf, type Difference } from './differences.ts';

const DAY_MS = 24 * 60 * 60_000;
/** What is read at once, so that a reading that is broken off goes on near where it was. */
const SPAN_MS = 7 * DAY_MS;
/** Read again each time: a line may appear late, and clocks differ. */
const OVERLAP_MS = 60 * 60_000;
/** A payout can go back for a while after it arrived. */
const PAYOUTS_CHANGE_FOR_MS = 30 * DAY_MS;
/** What the bank books before the answer reaches us is no difference. */
const SETTLING_MS = 60_000;
const AT_ONCE = 200;

export type ReadBalanceOptions = {
  books: CardBooks;
  store: BalanceStore;
  /** Asks the bank about an order again and books what it says. */
  catchUp(orderId: string): Promise<void>;
  /** Its books are stored up to there. */
  onReached(account: string, readUntil: Date): Promise<void>;
  clock: Pick<Clock, 'now'>;
  log: Pick<FastifyBaseLogger, 'warn'>;
};

type Account = { id: string; readUntil: Date; lookedAt: Date | null };

/**
 * Reads what the bank has booked on a seller's account, books it, and names each difference from what was expected.
 * Events only say that it is time to read, so it makes no difference whether they are lost, doubled, late or in
 * disorder.
 */
export function readBalance({ books, store, catchUp, onReached, clock, log }: ReadBalanceOptions) {
  /** Resolves to how long its books need not be read again, in ms. */
  return async function read({ id, readUntil, lookedAt }: Account): Promise<number> {
    const now = clock.now();
    let from = before(readUntil, OVERLAP_MS);
    for (;;) {
      const until = new Date(Math.min(from.getTime() + SPAN_MS, now.getTime() + 1_000));
      await readSpan(id, { from, until });
      if (until > now) break;
      await onReached(id, until);
      from = until;
    }
    await onReached(id, now);
    const unfinished = await store.unfinishedSince(id);
    const since = Math.min(before(now, PAYOUTS_CHANGE_FOR_MS).getTime(), unfinished?.getTime() ?? Infinity);
    const recent = { from: new Date(since), until: new Date(now.getTime() + 1_000) };
    await store.keepPayouts(id, await books.payouts(id, recent));
    await store.keepDisputes(id, await books.disputes(id, recent));
    await tiePayouts(id);
    await examine(id, before(now, SETTLING_MS));
    await examineTaken(id, { from: before(lookedAt ?? readUntil, DAY_MS), until: before(now, OVERLAP_MS) });
    await lookAgain(id);
    const young = await store.unexamined(id, new Date(now.getTime() + 1_000), 1);
    return young.length > 0 ? SETTLING_MS : DAY_MS;
  };

  async function readSpan(id: string, span: Span): Promise<void> {
    const lines = await books.lines(id, span);
    for (let at = 0; at < lines.length; at += AT_ONCE) await store.keep(id, lines.slice(at, at + AT_ONCE));
    await store.keepPayouts(id, await books.payouts(id, span));
    await store.keepDisputes(id, await books.disputes(id, span));
  }

  async function tiePayouts(id: string): Promise<void> {
    for (const payout of await store.untied(id)) {
      const lines = await books.linesOf(id, payout.id);
      const total = lines.reduce((sum, { net }) => sum + net, 0);
      if (total !== payout.amount) {
        log.warn({ event: 'payout-lines-differ', payout: payout.id, amount: payout.amount, lines: total });
        continue;
      }
      // A payout may hold what was booked before its account was connected.
      for (let at = 0; at < lines.length; at += AT_ONCE) await store.keep(id, lines.slice(at, at + AT_ONCE));
      await store.tie(
        payout.id,
        lines.map((line) => line.id),
      );
    }
  }

  /** Compares the lines that were not compared yet, with their orders. */
  async function examine(id: string, until: Date): Promise<void> {
    for (;;) {
      const lines = await store.unexamined(id, until, AT_ONCE);
      if (lines.length === 0) return;
      const booked = await store.booked(lines.flatMap((line) => transactionOf(line) ?? []));
      const named = lines.flatMap((line) => {
        const transaction = transactionOf(line);
        return differenceOf(line, transaction === null || booked.has(transaction)) ?? [];
      });
      const apart = await reconcile(ordersOf(lines));
      const rest = apart.filter(({ orderId }) => !named.some((one) => one.orderId === orderId));
      await store.note(id, {
        lines: lines.map((line) => line.id),
        differences: [
          ...named.map((one) => ({ ...one, booked: !apart.some(({ orderId }) => orderId === one.orderId) })),
          ...rest.map((one) => ({ ...unnamed(one, 'lost-event'), booked: false })),
        ],
      });
    }
  }

  /** Orders whose money the ledger says was taken, and the bank's books do not. */
  async function examineTaken(id: string, { from, until }: Span): Promise<void> {
    const apart = await reconcile(await store.takenWithoutLine(id, from, until));
    const differences = apart.map((one) => ({ ...unnamed(one, 'not-at-bank'), booked: false }));
    await store.note(id, { lines: [], differences });
  }

  async function lookAgain(id: string): Promise<void> {
    const open = await store.open(id);
    const apart = new Set((await reconcile(open)).map(({ orderId }) => orderId));
    await store.agree(
      id,
      open.filter((orderId) => !apart.has(orderId)),
    );
  }

  /** Brings the orders that differ up to what the bank says; returns those that still do. */
  async function reconcile(orderIds: readonly string[]) {
    const differ = (await store.compare(orderIds)).filter(({ ledger, bank }) => ledger !== bank);
    for (const { orderId } of differ) await catchUp(orderId);
    return (await store.compare(differ.map(({ orderId }) => orderId))).filter(
      ({ ledger, bank }) => ledger !== bank,
    );
  }

  function unnamed(
    { orderId, ledger, bank }: { orderId: string; ledger: number; bank: number },
    cause: Difference['cause'],
  ): Difference {
    return { id: `order:${orderId}`, cause, orderId, amount: bank - ledger, at: clock.now() };
  }
}

function ordersOf(lines: readonly { orderId: string | null }[]): string[] {
  return [...new Set(lines.flatMap(({ orderId }) => orderId ?? []))];
}

function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}
