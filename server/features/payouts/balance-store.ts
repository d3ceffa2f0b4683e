import type { Selectable } from 'kysely';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { BalanceLinesTable } from '../../database/schema.ts';
import type { BalanceLine, CardDispute, CardPayout, LineKind } from '../../payments/card-books.ts';
import {
  bookLines,
  bookPayouts,
  compareOrders,
  keepDisputes,
  takenWithoutLine,
  tieLines,
} from './balance-sql.ts';
import type { Difference } from './differences.ts';
import { arrivalAmounts, lineBooking } from './line-booking.ts';

/** What the ledger and the bank's books say of one order, in pence for its seller. */
export type Compared = { orderId: string; ledger: number; bank: number };

/** An order with a difference, and when the latest one arose. */
export type OpenDifference = { orderId: string; at: Date };

export type BalanceStore = ReturnType<typeof balanceStore>;

/**
 * The bank's books as they are stored here. Each method is one statement, so a crash leaves what is stored and what is
 * booked of it together; what is there already stays.
 */
export function balanceStore(database: Database, clock: Pick<Clock, 'now'>) {
  return {
    ...keeping(database, clock),
    ...tying(database, clock),
    ...comparing(database),
    ...noting(database, clock),
  };
}

function keeping(database: Database, clock: Pick<Clock, 'now'>) {
  const { kysely } = database;
  return {
    /** Stores lines, in the order of the bank's books, and books those that no order's own steps book. */
    async keep(account: string, lines: readonly BalanceLine[]): Promise<void> {
      if (lines.length === 0) return;
      const given = lines.map((line) => ({ ...line, booking: lineBooking(line) }));
      await database.run(bookLines, [JSON.stringify(given), account, clock.now()]);
    },

    async keepPayouts(account: string, payouts: readonly CardPayout[]): Promise<void> {
      if (payouts.length === 0) return;
      const given = payouts.map((payout) => ({ ...payout, ...arrivalAmounts(payout.amount) }));
      await database.run(bookPayouts, [JSON.stringify(given), account, clock.now()]);
    },

    async keepDisputes(account: string, disputes: readonly CardDispute[]): Promise<void> {
      if (disputes.length > 0) await database.run(keepDisputes, [JSON.stringify(disputes), account]);
    },

    /** The oldest of the payouts and disputes that the bank has not finished. */
    async unfinishedSince(account: string): Promise<Date | null> {
      const payouts = await kysely
        .selectFrom('payouts')
        .select(({ fn }) => fn.min('made_at').as('at'))
        .where('card_account', '=', account)
        .where('state', 'in', ['pending', 'in-transit'])
        .executeTakeFirst();
      const disputes = await kysely
        .selectFrom('disputes')
        .select(({ fn }) => fn.min('opened_at').as('at'))
        .where('card_account', '=', account)
        .where('state', 'in', ['inquiry', 'inquiry-under-review', 'needs-response', 'under-review'])
        .executeTakeFirst();
      const times = [payouts?.at, disputes?.at].filter((at) => at !== null && at !== undefined);
      return times.length === 0 ? null : new Date(Math.min(...times.map((at) => at.getTime())));
    },
  };
}

function tying(database: Database, clock: Pick<Clock, 'now'>) {
  const { kysely } = database;
  return {
    /** Payouts whose lines the bank can name and that are not tied to them. */
    async untied(account: string): Promise<{ id: string; amount: number }[]> {
      return kysely
        .selectFrom('payouts')
        .select(['id', 'amount'])
        .where('card_account', '=', account)
        .where('lines_known', '=', true)
        .where('tied_at', 'is', null)
        .execute();
    },

    /** The lines must be stored. */
    async tie(payoutId: string, lineIds: readonly string[]): Promise<void> {
      await database.run(tieLines, [payoutId, JSON.stringify(lineIds), clock.now()]);
    },
  };
}

function comparing(database: Database) {
  const { kysely } = database;
  return {
    /** Lines from before `before` that were not compared with the ledger, oldest first. */
    async unexamined(account: string, before: Date, limit: number): Promise<BalanceLine[]> {
      const rows = await kysely
        .selectFrom('balance_lines')
        .selectAll()
        .where('card_account', '=', account)
        .where('examined', '=', false)
        .where('at', '<=', before)
        .orderBy('at')
        .limit(limit)
        .execute();
      return rows.map(lineOf);
    },

    /** Those of the ledger's transactions that exist. */
    async booked(ids: readonly string[]): Promise<Set<string>> {
      if (ids.length === 0) return new Set();
      const rows = await kysely
        .selectFrom('ledger_transactions')
        .select('id')
        .where('id', 'in', ids)
        .execute();
      return new Set(rows.map(({ id }) => id));
    },

    async compare(orderIds: readonly string[]): Promise<Compared[]> {
      if (orderIds.length === 0) return [];
      return database.run<Compared>(compareOrders, [JSON.stringify(orderIds)]);
    },

    /** Orders whose money the ledger says was taken in that time, and of which the bank's books have no payment. */
    async takenWithoutLine(account: string, from: Date, until: Date): Promise<string[]> {
      const rows = await database.run<{ id: string }>(takenWithoutLine, [account, from, until]);
      return rows.map(({ id }) => id);
    },

    /** Orders with a difference that the ledger does not hold yet. */
    async open(account: string): Promise<OpenDifference[]> {
      return kysely
        .selectFrom('money_differences')
        .select('order_id as orderId')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('card_account', '=', account)
        .where('settled_at', 'is', null)
        .where('order_id', 'is not', null)
        .groupBy('order_id')
        .$narrowType<{ orderId: string }>()
        .execute();
    },
  };
}

function noting({ kysely }: Database, clock: Pick<Clock, 'now'>) {
  return {
    /** Notes what was found, and that these lines are compared, together. */
    async note(
      account: string,
      {
        lines,
        differences,
      }: { lines: readonly string[]; differences: readonly (Difference & { booked: boolean })[] },
    ): Promise<void> {
      const now = clock.now();
      await kysely.transaction().execute(async (tx) => {
        if (differences.length > 0)
          await tx
            .insertInto('money_differences')
            .values(
              differences.map(({ id, cause, orderId, amount, at, booked }) => ({
                id,
                card_account: account,
                cause,
                order_id: orderId,
                amount,
                at,
                settled_at: booked ? now : null,
              })),
            )
            .onConflict((conflict) =>
              conflict.column('id').doUpdateSet(({ ref }) => ({
                amount: ref('excluded.amount'),
                settled_at: ref('excluded.settled_at'),
              })),
            )
            .execute();
        if (lines.length > 0)
          await tx.updateTable('balance_lines').set({ examined: true }).where('id', 'in', lines).execute();
      });
    },

    /** The ledger and the bank agree on these orders now. */
    async agree(account: string, orderIds: readonly string[]): Promise<void> {
      if (orderIds.length === 0) return;
      await kysely
        .updateTable('money_differences')
        .set({ settled_at: clock.now() })
        .where('card_account', '=', account)
        .where('order_id', 'in', orderIds)
        .where('settled_at', 'is', null)
        .execute();
    },
  };
}

function lineOf(row: Selectable<BalanceLinesTable>): BalanceLine {
  return {
    id: row.id,
    kind: row.kind as LineKind,
    amount: row.amount,
    platformFee: row.platform_fee,
    cardFee: row.card_fee,
    net: row.net,
    at: row.at,
    source: row.source,
    intent: row.intent,
    orderId: row.order_id,
    refundId: row.refund_id,
    cardCountry: row.card_country,
  };
}
