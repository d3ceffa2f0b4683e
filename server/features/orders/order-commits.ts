import type { Order } from '#shared/api/orders.ts';
import { givenBack, type Portions } from '#shared/catalogs/portions.ts';
import type { OrderStatus } from '#shared/base/order-statuses.ts';
import { isDatabaseError, sqlState, type Database, type Statement } from '../../database/database.ts';
import type { Booking } from './ledger.ts';
import type { NotWritten } from './order-intake.ts';
import type { OrderRow } from './order-row.ts';
import type { RefundRow } from './refunds-repository.ts';

/** The columns that a change may write; the database counts version and number. */
const changeable = [
  'status',
  'item_status',
  'refunded',
  'refund_reserved',
  'payment_reference',
  'card',
  'payment_method',
  'payment_attempts',
  'payment_due_at',
  'placed_from',
  'capture_error',
  'capture_before',
  'paid_at',
  'accepted_at',
  'expires_at',
  'portions_taken',
  'completed_at',
  'ended_at',
  'cancel_reason',
  'cancel_message',
  'cancelled_from',
  'actions',
  'note_read',
  'age_check',
  'ready_at',
  'promises',
  'promised_for',
] as const satisfies (keyof OrderRow)[];

export type OrderChanges = Partial<Pick<OrderRow, (typeof changeable)[number]>>;

/** The reply to a command, stored in the same commit as its change. */
export type KeptReply = {
  accountId: string;
  key: string;
  requestHash: string;
  reply: Order;
  /** Replaces the reply that the command's first step stored. */
  again: boolean;
  keptAt: Date;
};

export type OrderCommit = {
  /** The order as it was read. */
  row: OrderRow;
  /** Columns that are not named stay as they are. */
  changes: OrderChanges;
  reply?: KeptReply | null;
  /** The money that the change moves between customer, seller, platform and card provider. */
  booking?: Booking | null;
  /** A refund of the order, new or settled. */
  refund?: RefundRow;
  /** Gives a paid order its outlet's next number, if the outlet still trades in the same session and may sell. */
  takesNumber?: true;
};

/** `seq` is the outlet's new count of changes. */
export type Committed = { order_number: number; seq: number };

/**
 * Writes one change of one order, whole or not at all. The order is locked first, at the version that was read: of
 * two callers that read the same version, one gets no row. The feed's row comes next: its session decides whether a
 * refund still counts in the session's figures, because a session is finished only if that row is as it was counted.
 * Portions are given back to the session in which they were taken, as that row has them then. A key that a refund holds
 * takes no other command's reply, and a new refund takes no key under which a reply is stored, as both
 * were when the statement began.
 */
const commitOrder: Statement = {
  name: 'commit_order',
  sql: `
with given as (
  select * from jsonb_to_record($1::jsonb) as g (
    id text, version int, changes jsonb, paid int, unseen boolean, returned jsonb, reply jsonb, booking jsonb, refund jsonb
  )
), locked as (
  select o.id, o.outlet_id, o.trading_session_id
  from orders o join given g on o.id = g.id and o.version = g.version
  where not exists (
    select from refunds r
    where r.account_id = g.reply ->> 'accountId' and r.idempotency_key = g.reply ->> 'key'
      and r.id is distinct from g.refund ->> 'id' and not (g.reply -> 'again')::boolean
  ) and not exists (
    select from idempotency_keys k
    where k.account_id = g.refund ->> 'account_id' and k.key = g.refund ->> 'idempotency_key'
      and not exists (select from refunds r where r.id = g.refund ->> 'id')
  )
  for update of o
), fed as (
  update outlet_feeds f set seq = f.seq + (not g.unseen)::int, last_order_number = f.last_order_number + g.paid,
    portions = case when g.returned is null or f.trading_session_id is distinct from l.trading_session_id
      then f.portions else portions_after(f.portions, g.returned) end
  from given g, locked l
  where f.outlet_id = l.outlet_id and (not g.unseen or g.returned is not null)
    and (g.paid = 0 or (f.trading_session_id = l.trading_session_id and exists (
      select from outlets o join accounts a on a.id = o.seller_id
      where o.id = l.outlet_id and o.status = 'verified' and a.status = 'verified'
    )))
  returning f.seq, f.last_order_number, f.trading_session_id is distinct from l.trading_session_id as session_over
), changed as (
  update orders o set version = o.version + 1,
    order_number = case g.paid when 1 then fed.last_order_number else o.order_number end,
    (${changeable.join(', ')}) =
      (select ${changeable.map((column) => `c.${column}`).join(', ')} from jsonb_populate_record(o, g.changes) c)
  from given g, locked l left join fed on true
  where o.id = l.id and (g.unseen or fed.seq is not null)
  returning o.order_number, fed.seq, fed.session_over
), replied as (
  insert into idempotency_keys (account_id, key, request_hash, status, reply, created_at)
  select r."accountId", r.key, r."requestHash", 200, r.reply, r."keptAt"
  from changed, given g, jsonb_to_record(g.reply) as r (
    "accountId" text, key text, "requestHash" text, reply jsonb, again boolean, "keptAt" timestamptz
  )
  where not r.again
), replied_again as (
  update idempotency_keys set reply = g.reply -> 'reply'
  from changed, given g
  where account_id = g.reply ->> 'accountId' and key = g.reply ->> 'key' and (g.reply -> 'again')::boolean
), booked as (
  insert into ledger_transactions (id, kind, order_id, outlet_id, trading_session_id, at, after_finish)
  select b.id, b.kind, l.id, l.outlet_id, l.trading_session_id, b.at, coalesce(changed.session_over, false)
  from changed, locked l, given g, jsonb_to_record(g.booking) as b (id text, kind text, at timestamptz)
  where b.id is not null
  returning id, order_id, outlet_id, at
), posted as (
  insert into ledger_entries (transaction_id, account, order_id, outlet_id, amount, created_at)
  select b.id, e.key, b.order_id, b.outlet_id, e.value::int, b.at
  from booked b, given g, jsonb_each_text(g.booking -> 'amounts') e
), refunded as (
  insert into refunds (
    id, order_id, amount, reason, created_at, status, account_id, idempotency_key, idempotency_hash, failure, attempts,
    due_at, settled_at, after_finish, lines
  )
  select r.id, r.order_id, r.amount, r.reason, r.created_at, r.status, r.account_id, r.idempotency_key,
    r.idempotency_hash, r.failure, r.attempts, r.due_at, r.settled_at, r.status = 'done' and changed.session_over,
    r.lines
  from changed, given g, jsonb_populate_record(null::refunds, g.refund) r
  where r.id is not null
  on conflict (id) do update set status = excluded.status, failure = excluded.failure, due_at = excluded.due_at,
    settled_at = excluded.settled_at, after_finish = refunds.after_finish or excluded.after_finish
)
select order_number, seq from changed`,
};

/**
 * How often a change is retried after somebody else changed the order first; more retries mean that something is
 * wrong.
 */
export const MOST_TRIES = 50;

export type OrderCommits = ReturnType<typeof orderCommits>;

/** The only way to change the state of an existing order. */
export function orderCommits(database: Database) {
  /**
   * Commits a change that appears on the outlet's feed; durable when it resolves. `out-of-date`: the order has
   * changed since it was read, or can take no number any more; `key-taken`: another request used the key of the reply
   * or refund. In both cases nothing is written.
   */
  async function commit({ takesNumber, ...change }: OrderCommit): Promise<Committed | NotWritten> {
    try {
      return (await run<Committed>({ ...change, paid: takesNumber ? 1 : 0, unseen: false })) ?? 'out-of-date';
    } catch (error) {
      if (keys.some((key) => isDatabaseError(error, sqlState.uniqueViolation, key))) return 'key-taken';
      throw error;
    }
  }

  /**
   * Commits a change of an order that was never paid for: no screen shows it, and the outlet's `seq` stays. False if
   * the order has changed since it was read.
   */
  async function commitUnpaid(row: OrderRow, changes: OrderChanges): Promise<boolean> {
    return (await run({ row, changes, paid: 0, unseen: true })) !== undefined;
  }

  async function run<Row extends object>({
    row,
    ...given
  }: OrderCommit & { paid: 0 | 1; unseen: boolean }): Promise<Row | undefined> {
    const { id, version } = row;
    const change = { id, version, ...given, ...returnedPortions(row, given.changes) };
    const [committed] = await database.run<Row>(commitOrder, [JSON.stringify(change)]);
    return committed;
  }

  return { commit, commitUnpaid };
}

/** How orders end that nobody gets. */
const unsold: ReadonlySet<OrderStatus> = new Set([
  'payment_failure',
  'payment_aborted',
  'deliver_aborted',
  'deliver_expired',
]);

/** An order that ends unsold gives back what was not begun, once: the same change forgets that it took anything. */
function returnedPortions(
  { items, item_status: stages, portions_taken: taken }: OrderRow,
  changes: OrderChanges,
): { changes: OrderChanges; returned: Portions | null } {
  if (taken === null || changes.status === undefined || !unsold.has(changes.status))
    return { changes, returned: null };
  return {
    changes: { ...changes, portions_taken: null },
    returned: givenBack(taken, items, stages),
  };
}

const keys = ['idempotency_keys_pkey', 'refunds_idempotency'];

/** The order after a commit of `changes`, except for a number that it takes. */
export function withChanges(row: OrderRow, changes: OrderChanges): OrderRow {
  return { ...row, ...changes, version: row.version + 1 };
}
