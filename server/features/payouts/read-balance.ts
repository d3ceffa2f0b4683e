import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { CardBooks, Span } from '../../payments/card-books.ts';
import type { BalanceStore } from './balance-store.ts';
import { AT_ONCE, compareBooks } from './compare-books.ts';

const DAY_MS = 24 * 60 * 60_000;
/** What is read at once, so that a reading that is broken off goes on near where it was. */
const SPAN_MS = 7 * DAY_MS;
/** Read again each time: a line may appear late, and clocks differ. */
const OVERLAP_MS = 60 * 60_000;
/** A payout can go back for a while after it arrived. */
const PAYOUTS_CHANGE_FOR_MS = 30 * DAY_MS;
/** What the bank books before the answer reaches us is no difference. */
const SETTLING_MS = 60_000;

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
  const compared = compareBooks({ store, catchUp, clock });
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
    await compared.examine(id, before(now, SETTLING_MS));
    await compared.examineTaken(id, {
      from: before(lookedAt ?? readUntil, DAY_MS),
      until: before(now, OVERLAP_MS),
    });
    await compared.lookAgain(id);
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
}

function before(time: Date, ms: number): Date {
  return new Date(time.getTime() - ms);
}
