import type { PrintClaim, PrintClaimBody } from '#shared/api/print-claims.ts';
import { CLOCKS_DIFFER_MS } from '../../core/clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { latestBy } from '../../database/latest-by.ts';
import { endedUnsold } from '../../ordering/taken-unsold.ts';

/**
 * The order of a claim, if it belongs to the outlet and the outlet to the seller. One that was cancelled or has expired
 * has no ticket.
 */
const owned = `
with owned as (
  select o.id,
    $4::text = 'ticket' and ${endedUnsold} as withdrawn
  from orders o join outlets on outlets.id = o.outlet_id
  where o.id = $1 and o.outlet_id = $2 and outlets.seller_id = $3
)`;
const key = 'c.order_id = owned.id and c.kind = $4 and c.copy = $5 and c.printer = $6';
const columns =
  'order_id, kind, copy, printer, state, till_id, till_name, number, leased_until, sheets, made_at';

/** Writes the claim's first state; the rest of the statement follows for one that exists already. */
const claim = (state: 'held' | 'printed', sheets: number, madeAt: string, unless = 'false') => `${owned}
insert into print_claims as c (${columns})
select id, $4, $5, $6, '${state}', $7, $8, 1, $9::timestamptz, ${sheets}, ${madeAt}::timestamptz from owned where not ${unless}
on conflict (order_id, kind, copy, printer) do update set`;

/**
 * A till that let its lease expire may have printed, so one more sheet may exist. A lease that lasts longer than the one asked
 * for is from before the clock was set back, and has ended.
 */
const take: Statement = {
  name: 'take_print_claim',
  sql: `${claim('held', 0, '$10', 'withdrawn')}
  state = 'held', till_id = excluded.till_id, till_name = excluded.till_name, number = c.number + 1,
  leased_until = excluded.leased_until,
  sheets = c.sheets + case when c.state = 'held' and c.till_id <> excluded.till_id then 1 else 0 end
where c.state = 'free' or (c.state = 'held' and (c.till_id = excluded.till_id or c.leased_until <= $10::timestamptz
  or c.leased_until > ${latestBy('excluded.leased_until')}))
returning c.number, c.sheets`,
};

/** The sheet is printed, whoever holds the claim by now. */
const printed: Statement = {
  name: 'settle_print_claim',
  sql: `${claim('printed', 1, '$9')}
  state = 'printed', sheets = c.sheets + 1,
  till_id = case when c.state = 'printed' then c.till_id else excluded.till_id end,
  till_name = case when c.state = 'printed' then c.till_name else excluded.till_name end`,
};

/** A till that no longer holds the claim cannot free it, but the sheets it may have printed count. */
const release: Statement = {
  name: 'release_print_claim',
  sql: `${owned}
update print_claims c set sheets = c.sheets + $9::int,
  state = case when c.state = 'held' and c.till_id = $7 and c.number = $8::int then 'free' else c.state end
from owned where ${key}`,
};

const read: Statement = {
  name: 'read_print_claim',
  sql: `${owned}
select owned.withdrawn, c.state, c.till_id, c.till_name, c.leased_until, c.sheets from owned left join print_claims c on ${key}`,
};

type Taken = { number: number; sheets: number };
type Row = { withdrawn: boolean } & (
  | { state: null }
  | {
      state: 'held' | 'free' | 'printed';
      till_id: string;
      till_name: string;
      leased_until: Date;
      sheets: number;
    }
);

export type PrintClaimsRepository = ReturnType<typeof printClaimsRepository>;

/** Which till prints which sheet; `leaseMs` is how long a claim lasts. Each step is one statement. */
export function printClaimsRepository(database: Database, leaseMs: number) {
  return {
    /** The state of the claim after the action; null if the seller has no such order. */
    async act(
      sellerId: string,
      outletId: string,
      asked: PrintClaimBody,
      now: Date,
    ): Promise<PrintClaim | null> {
      const { orderId, kind, copy, printer, till, act, claim } = asked;
      const sheet = [orderId, outletId, sellerId, kind, copy, printer];
      switch (act) {
        case 'take': {
          const until = new Date(now.getTime() + leaseMs);
          const [taken] = await database.run<Taken>(take, [...sheet, till.id, till.name, until, now]);
          if (taken) return { kind: 'yours', claim: taken.number, sheets: taken.sheets };
          break;
        }
        case 'printed':
          await database.run(printed, [...sheet, till.id, till.name, now]);
          break;
        case 'free':
        case 'given-up':
          await database.run(release, [...sheet, till.id, claim ?? 0, act === 'free' ? 0 : 1]);
          break;
        case 'look':
      }
      const [row] = await database.run<Row>(read, sheet);
      if (!row) return null;
      const found = claimOf(row, till.id, { now, leaseMs });
      if (!row.withdrawn) return found;
      if (found.kind !== 'free') return { ...found, ended: true };
      return act === 'take' ? { ...found, kind: 'withdrawn' } : found;
    },

    /** Orders are sent to tills for a day at most, and a till's own ledger remembers its prints for two. */
    async forgetBefore(time: Date): Promise<void> {
      await database.kysely.deleteFrom('print_claims').where('made_at', '<', time).execute();
    },
  };
}

type Found = Extract<PrintClaim, { kind: 'free' | 'held' | 'printed' }>;

function claimOf(row: Row, tillId: string, { now, leaseMs }: { now: Date; leaseMs: number }): Found {
  if (row.state === null) return { kind: 'free', sheets: 0 };
  const { state, till_id: holder, till_name: tillName, leased_until: until, sheets } = row;
  const own = holder === tillId;
  const leftMs = until.getTime() - now.getTime();
  if (state === 'printed') return { kind: 'printed', tillName, own, sheets };
  // A till whose lease has expired may have printed all the same.
  const hasEnded = leftMs <= 0 || leftMs > leaseMs + CLOCKS_DIFFER_MS;
  if (state === 'held' && hasEnded) return { kind: 'free', sheets: own ? sheets : sheets + 1 };
  return state === 'held' ? { kind: 'held', tillName, own, leftMs, sheets } : { kind: 'free', sheets };
}
