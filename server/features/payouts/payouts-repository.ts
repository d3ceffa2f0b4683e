import { sql, type Selectable } from 'kysely';
import type {
  Dispute,
  MoneyDifference,
  Payout,
  PayoutDetail,
  PayoutLine,
  Payouts,
} from '#shared/api/payouts.ts';
import { disputesToAnswer } from '#shared/base/payouts.ts';
import type { Database } from '../../database/database.ts';
import type { MoneyDifferencesTable, PayoutsTable } from '../../database/schema.ts';
import { accountsOf, connectedOf, ofOrder, orderNamed, ordersOf, type Reads } from './seller-reads.ts';

const MOST_LISTED = 200;

/** The payouts behind `cursor`, as it is in the page before. */
export type PayoutsPage = { limit?: number | undefined; cursor?: string | undefined };

/** Reads what the card provider booked for a seller. Another seller's is never among it. */
export function payoutsRepository({ kysely }: Database) {
  return {
    ...accountReads(kysely),
    ...payoutReads(kysely),
    ...differenceReads(kysely),
    ...disputeReads(kysely),
  };
}

function accountReads(kysely: Reads) {
  return {
    async account(sellerId: string): Promise<{ readAt: Date | null; failure: string | null }> {
      const { readAt } = await kysely
        .selectFrom('card_accounts')
        .select(({ fn }) => fn.max('looked_at').as('readAt'))
        .where('seller_id', '=', sellerId)
        .executeTakeFirstOrThrow();
      const connected = await kysely
        .selectFrom('card_accounts')
        .select('failure')
        .where('seller_id', '=', sellerId)
        .where('id', '=', connectedOf(kysely, sellerId))
        .executeTakeFirst();
      return { readAt, failure: connected?.failure ?? null };
    },

    /** Without payouts of which nobody can say what became of them: of an account that is neither connected nor readable. */
    async inTransit(sellerId: string): Promise<number> {
      const told = accountsOf(kysely, sellerId).where((is) =>
        is.or([is('failure', 'is', null), is('id', '=', connectedOf(kysely, sellerId))]),
      );
      const { total } = await kysely
        .selectFrom('payouts')
        .select(sql<number>`coalesce(sum(amount), 0)::float8`.as('total'))
        .where('card_account', 'in', told)
        .where('state', 'in', ['pending', 'in-transit'])
        .executeTakeFirstOrThrow();
      return total;
    },
  };
}

function payoutReads(kysely: Reads) {
  const own = (sellerId: string) =>
    kysely.selectFrom('payouts').selectAll().where('card_account', 'in', accountsOf(kysely, sellerId));
  const behind = (query: ReturnType<typeof own>, { id, made_at: at }: Selectable<PayoutsTable>) =>
    query.where((is) => is.or([is('made_at', '<', at), is.and([is('made_at', '=', at), is('id', '>', id)])]));
  return {
    /** Newest first; null if the seller has no payout with the id that the cursor is. */
    async payouts(
      sellerId: string,
      { limit = MOST_LISTED, cursor }: PayoutsPage,
    ): Promise<Pick<Payouts, 'payouts' | 'nextCursor'> | null> {
      const last =
        cursor === undefined ? null : await own(sellerId).where('id', '=', cursor).executeTakeFirst();
      if (last === undefined) return null;
      const found = await (last ? behind(own(sellerId), last) : own(sellerId))
        .orderBy('made_at', 'desc')
        .orderBy('id')
        .limit(limit + 1)
        .execute();
      const rows = found.slice(0, limit);
      const parts = await partsOf(
        kysely,
        rows.map(({ id }) => id),
      );
      return {
        payouts: rows.map((row) => payoutOf(row, parts.get(row.id))),
        nextCursor: found.length > limit ? (rows.at(-1)?.id ?? null) : null,
      };
    },

    async payout(sellerId: string, payoutId: string): Promise<PayoutDetail | null> {
      const row = await own(sellerId).where('id', '=', payoutId).executeTakeFirst();
      if (!row) return null;
      const lines = await kysely
        .selectFrom('balance_lines')
        .leftJoin(ordersOf(kysely, sellerId).as('o'), 'o.of_id', 'balance_lines.order_id')
        .select(['id', 'kind', 'at', 'amount', 'net', ...ofOrder])
        .where('payout_id', '=', payoutId)
        .orderBy('at')
        .orderBy('id')
        .execute();
      const parts = await partsOf(kysely, [payoutId]);
      return {
        payout: payoutOf(row, parts.get(payoutId)),
        lines: lines.map((line) => ({
          id: line.id,
          kind: line.kind as PayoutLine['kind'],
          at: line.at.toISOString(),
          amount: line.amount,
          fees: line.amount - line.net,
          net: line.net,
          ...orderNamed(line),
        })),
      };
    },
  };
}

function differenceReads(kysely: Reads) {
  const own = (sellerId: string) =>
    kysely
      .selectFrom('money_differences as d')
      .leftJoin(ordersOf(kysely, sellerId).as('o'), 'o.of_id', 'd.order_id')
      .select(['d.id', 'cause', 'amount', 'at', 'settled_at'])
      .select(ofOrder)
      .where('card_account', 'in', accountsOf(kysely, sellerId));
  const behind = (
    query: ReturnType<typeof own>,
    { id, at, settled_at: settledAt }: Pick<Selectable<MoneyDifferencesTable>, 'id' | 'at' | 'settled_at'>,
  ) =>
    query.where((is) => {
      const older = is.or([is('at', '<', at), is.and([is('at', '=', at), is('d.id', '>', id)])]);
      return settledAt === null
        ? is.or([is('settled_at', 'is not', null), older])
        : is.and([is('settled_at', 'is not', null), older]);
    });
  return {
    /** Those that are not booked first, then newest first; null if the seller has none with the id that the cursor is. */
    async differences(
      sellerId: string,
      cursor: string | undefined,
    ): Promise<Pick<Payouts['unexplained'], 'differences' | 'nextCursor'> | null> {
      const last =
        cursor === undefined ? null : await own(sellerId).where('d.id', '=', cursor).executeTakeFirst();
      if (last === undefined) return null;
      const found = await (last ? behind(own(sellerId), last) : own(sellerId))
        .orderBy(sql`settled_at is null`, 'desc')
        .orderBy('at', 'desc')
        .orderBy('d.id')
        .limit(MOST_LISTED + 1)
        .execute();
      const rows = found.slice(0, MOST_LISTED);
      const end = found.length > rows.length ? rows.at(-1) : undefined;
      return { differences: rows.map(differenceOf), ...(end && { nextCursor: end.id }) };
    },

    /** Orders with a difference that the ledger does not hold. */
    async openOrders(sellerId: string): Promise<string[]> {
      const rows = await kysely
        .selectFrom('money_differences')
        .select('order_id')
        .distinct()
        .where('card_account', 'in', accountsOf(kysely, sellerId))
        .where('settled_at', 'is', null)
        .execute();
      return rows.flatMap(({ order_id: id }) => id ?? []);
    },
  };
}

function disputeReads(kysely: Reads) {
  return {
    /** Newest first; those that can be answered are all among them. */
    async disputes(sellerId: string): Promise<Dispute[]> {
      const rows = await kysely
        .selectFrom('disputes as d')
        .leftJoin(ordersOf(kysely, sellerId).as('o'), 'o.of_id', 'd.order_id')
        .select(['d.id', 'amount', 'state', 'reason', 'opened_at', 'evidence_due_at'])
        .select(ofOrder)
        .where('card_account', 'in', accountsOf(kysely, sellerId))
        .orderBy((is) => is('state', 'in', disputesToAnswer), 'desc')
        .orderBy('opened_at', 'desc')
        .orderBy('d.id')
        .limit(MOST_LISTED)
        .execute();
      const newestFirst = rows.toSorted((one, other) => other.opened_at.getTime() - one.opened_at.getTime());
      return newestFirst.map((row) => ({
        id: row.id,
        amount: row.amount,
        state: row.state as Dispute['state'],
        reason: row.reason,
        openedAt: row.opened_at.toISOString(),
        evidenceDueAt: row.evidence_due_at?.toISOString() ?? null,
        ...orderNamed(row),
      }));
    },
  };
}

async function partsOf(kysely: Reads, payoutIds: readonly string[]) {
  if (payoutIds.length === 0) return new Map<string, Payout['parts']>();
  const sum = (what: string, of: string) =>
    sql<number>`coalesce(sum(${sql.raw(what)}) filter (where ${sql.raw(of)}), 0)::float8`;
  const rows = await kysely
    .selectFrom('balance_lines')
    .select('payout_id')
    .select(sql<number>`count(distinct order_id)::int`.as('orders'))
    .select(sum('amount', `kind = 'payment'`).as('taken'))
    .select(sum('net - amount', 'true').as('fees'))
    .select(sum('amount', `kind in ('refund', 'refund-failed')`).as('refunds'))
    .select(sum('amount', `kind in ('dispute', 'dispute-returned')`).as('disputes'))
    .select(sum('amount', `kind in ('payout', 'payout-returned', 'other')`).as('other'))
    .where('payout_id', 'in', payoutIds)
    .groupBy('payout_id')
    .execute();
  return new Map(rows.map(({ payout_id: id, ...parts }) => [id ?? '', parts]));
}

type FoundDifference = Pick<
  Selectable<MoneyDifferencesTable>,
  'id' | 'cause' | 'amount' | 'at' | 'settled_at'
> &
  Parameters<typeof orderNamed>[0];

function differenceOf(row: FoundDifference): MoneyDifference {
  return {
    id: row.id,
    cause: row.cause as MoneyDifference['cause'],
    amount: row.amount,
    at: row.at.toISOString(),
    booked: row.settled_at !== null,
    ...orderNamed(row),
  };
}

function payoutOf(row: Selectable<PayoutsTable>, parts: Payout['parts'] | undefined): Payout {
  return {
    id: row.id,
    madeAt: row.made_at.toISOString(),
    arrivesAt: row.arrives_at.toISOString(),
    amount: row.amount,
    state: row.state as Payout['state'],
    failure: row.failure,
    parts: row.tied_at === null ? null : (parts ?? null),
  };
}
