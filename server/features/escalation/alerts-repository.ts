import { AGAIN_AFTER_S, DRILL_MS, usualRungs } from '#shared/api/escalation.ts';
import { rungNames, SOONEST_RUNG_S } from '#shared/base/rungs.ts';
import { CLOCKS_DIFFER_MS } from '../../core/clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { heldUntil, isLeft, MOST_HELD_EACH } from '../../senders/sending-claimed.ts';
import type { ClaimedAlert } from './claimed-alert.ts';

/** Waiting orders that came after one time and not after another, as the database writes them. */
export type Batch = { after: string; upTo: string };
/** Where the first batch begins, and the last one ends. */
export const [FIRST, LAST] = ['-infinity', 'infinity'];

/** How many unseen orders one statement looks at, so that thousands that wait hold up nobody else's. */
export const BATCH = 500;

/** An order `o` that waits for an answer, and that nobody has opened or worked on. A test order tells nobody. */
export const isUnseen =
  "o.status = 'deliver_pending' and o.seen_at is null and o.actions is null and not o.is_test";

/** A drill `d` that is under way ($1: now). One that began before the clock was set back has ended. */
export const isUnderWay = `d.ends_at > $1::timestamptz
  and d.ends_at <= $1::timestamptz + interval '${DRILL_MS + CLOCKS_DIFFER_MS} ms'`;

/** Since when an order `o` waits; there is an index of it. */
const cameAt = 'coalesce(o.paid_at, o.created_at)';

/**
 * Joins the order `o` that messages are about. It is looked up by its id alone: the fence keeps the planner from reading,
 * for each message, all orders that wait for an answer, which it takes for few until it has counted them.
 */
const joinOrder = (messages: string) =>
  `left join lateral (select * from orders where id = ${messages}.subject_id offset 0) o on true`;

/** Adds to claimed messages `c` what their senders need. */
export const forSenders = `
select c.id, c.target, c.outlet_id, t.name as outlet_name, t.seller_id, o.id as order_id, o.order_number, o.table_number,
  coalesce(${cameAt}, c.at) as since, o.expires_at, p.webhook_url, p.webhook_salt,
  s.endpoint, s.p256dh, s.auth,
  coalesce(s.gone_at >= s.added_at or (c.target = 'webhook' and p.webhook_gone = p.webhook_url), false) as was_gone
from c join outlets t on t.id = c.outlet_id
left join orders o on o.id = c.subject_id
left join outlet_escalation p on p.outlet_id = c.outlet_id
left join outlet_phones s on s.outlet_id = c.outlet_id and c.target = 'phone:' || s.id`;

/**
 * Whether any order has waited unseen for the soonest rung of all outlets ($2: the usual one, in seconds), or any message
 * has no living sender. It reads the few orders that wait for an answer, by their index.
 */
const anything: Statement = {
  name: 'any_alert_due',
  sql: `
select where exists (
  select from orders o where ${isUnseen}
    and ${cameAt} <= $1::timestamptz - interval '1 s' * least($2::int, (
      select min((r.value ->> 'afterSeconds')::int) from outlet_escalation p cross join jsonb_each(p.rungs) r
      where (r.value ->> 'on')::boolean))
) or exists (select from alerts where state = 'sending' and ${isLeft('held_until')})`,
};

/**
 * Where each batch ends but the last. One statement finds them all: where the planner counted the orders while few waited,
 * it reads all that wait.
 */
const batchEnds: Statement = {
  name: 'unseen_batch_ends',
  sql: `
select came_at::text from (
  select ${cameAt} as came_at, row_number() over (order by ${cameAt}) as place from orders o where ${isUnseen}
) waiting where place % ${BATCH} = 0 order by came_at`,
};

/**
 * Claims the messages that are due ($1: now) for this server ($2), and those of the longest waiting orders alone if it has
 * room for fewer ($4): of each seller no more than a share of the room, of which what any server is sending is taken off.
 * Whoever inserts the row sends it. A message to screens needs no sender: every server tells its own.
 * It looks at orders that came after $5, and not after $6; $3 are the usual rungs.
 */
export const claimDue: Statement = {
  name: 'claim_due_alerts',
  sql: `
with unseen as (
  select o.id, o.outlet_id, t.seller_id, ${cameAt} as came_at, coalesce(p.rungs, $3::jsonb) as rungs,
    coalesce(p.emails, jsonb_build_array(a.email)) as emails, coalesce(p.webhook_url, '') as webhook_url
  from orders o join outlets t on t.id = o.outlet_id join accounts a on a.id = t.seller_id
  left join outlet_escalation p on p.outlet_id = o.outlet_id
  where ${isUnseen} and ${cameAt} > $5::timestamptz
    and ${cameAt} <= least($6::timestamptz, $1::timestamptz - interval '${SOONEST_RUNG_S} s')
), due as (
  select u.*, r.rung from unseen u cross join (values ${rungNames.map((name) => `('${name}')`).join(', ')}) r (rung)
  where (u.rungs -> r.rung ->> 'on')::boolean
    and u.came_at + (u.rungs -> r.rung ->> 'afterSeconds')::int * interval '1 s' <= $1::timestamptz
), targets as (
  select id, came_at, outlet_id, seller_id, rung, 'screens' as target, 'Every screen' as name from due where rung = 'screens'
  union all
  select d.id, d.came_at, d.outlet_id, d.seller_id, d.rung, 'phone:' || s.id, s.name from due d
  join outlet_phones s on s.outlet_id = d.outlet_id where d.rung = 'phones'
  union all
  select d.id, d.came_at, d.outlet_id, d.seller_id, d.rung, 'email:' || e, e from due d cross join jsonb_array_elements_text(d.emails) e
  where d.rung = 'messages'
  union all
  select id, came_at, outlet_id, seller_id, rung, 'webhook', 'Webhook' from due where rung = 'messages' and webhook_url <> ''
  union all
  select d.id, d.came_at, d.outlet_id, d.seller_id, d.rung, b.target, b.name from due d
  join alerts b on b.subject_id = d.id and b.rung in ('phones', 'messages')
    and b.at <= $1::timestamptz - interval '${AGAIN_AFTER_S} s'
  where d.rung = 'again'
), unclaimed as (
  select * from targets t
  where not exists (select from alerts b where b.subject_id = t.id and b.rung = t.rung and b.target = t.target)
), held as (
  select h.seller_id, count(*) as held from alerts b join outlets h on h.id = b.outlet_id
  where b.state = 'sending' and b.rung <> 'drill' group by h.seller_id
), messages as (
  select u.*, row_number() over (partition by u.seller_id order by u.came_at) + coalesce(h.held, 0) as place
  from unclaimed u left join held h on h.seller_id = u.seller_id where u.target <> 'screens'
), taken as (
  select id, outlet_id, rung, target, name from unclaimed where target = 'screens'
  union all
  (select id, outlet_id, rung, target, name from messages where place <= ${MOST_HELD_EACH} order by came_at limit $4)
), c as (
  insert into alerts (id, subject_id, outlet_id, rung, target, name, at, state, holder, held_until, settled_at)
  select gen_random_uuid()::text, t.id, t.outlet_id, t.rung, t.target, t.name, $1::timestamptz,
    case t.rung when 'screens' then 'delivered' else 'sending' end, $2, ${heldUntil},
    case t.rung when 'screens' then $1::timestamptz end
  from taken t
  order by t.id, t.rung, t.target
  on conflict do nothing
  returning id, subject_id, outlet_id, rung, target, at
)
${forSenders}`,
};

/** Messages `b` that no server speaks for any more, of which somebody has answered some. */
const leftBehind = `select b.id from alerts b ${joinOrder('b')}
  left join drills d on d.id = b.subject_id and ${isUnderWay}
  where b.state = 'sending' and ${isLeft('b.held_until')}`;
const isNeeded = `((${isUnseen}) or d.id is not null)`;

/** Takes over what a server claimed that has died since, unless somebody has answered. */
const takeOver: Statement = {
  name: 'take_over_alerts',
  sql: `
with needed as (${leftBehind} and ${isNeeded}), c as (
  update alerts b set holder = $2, held_until = ${heldUntil}
  from needed n where b.id = n.id and b.settled_at is null and ${isLeft('b.held_until')}
  returning b.id, b.subject_id, b.outlet_id, b.rung, b.target, b.at
)
${forSenders}`,
};

/**
 * What was left when its order was answered or its drill ended. What is needed was claimed until just now, and is taken
 * over at the next look.
 */
const stopAbandoned: Statement = {
  name: 'stop_abandoned_alerts',
  sql: `
with over as (${leftBehind} and ${isNeeded} is not true)
update alerts b set state = 'stopped', settled_at = $1::timestamptz
from over where b.id = over.id and b.settled_at is null and ${isLeft('b.held_until')}`,
};

/**
 * Says that this server ($1) still sends these messages ($2); returns those that still should be. Each is looked up by its
 * id alone, as its order is.
 */
export const renewAlerts: Statement = {
  name: 'renew_alerts',
  sql: `
with asked as (
  select a.id from jsonb_array_elements_text($2::jsonb) i (id)
  cross join lateral (select * from alerts where id = i.id offset 0) a
  where a.holder = $1 and a.state = 'sending'
), mine as (
  update alerts b set held_until = ${heldUntil}
  from asked a where b.id = a.id and b.holder = $1 and b.settled_at is null
  returning b.id, b.subject_id
)
select m.id from mine m ${joinOrder('m')} left join drills d on d.id = m.subject_id
where (${isUnseen}) or d.id is not null`,
};

const settle: Statement = {
  name: 'settle_alert',
  sql: `
update alerts set state = $3, why = $4, settled_at = $5::timestamptz
where id = $2 and holder = $1 and settled_at is null`,
};

const arrived: Statement = {
  name: 'alert_arrived',
  sql: 'update alerts set arrived_at = $2::timestamptz where id = $1 and arrived_at is null',
};

export type AlertsRepository = ReturnType<typeof alertsRepository>;

/** The messages to people about unseen orders. `holder` names this server among those of its database. */
export function alertsRepository(database: Database, holder: string) {
  const usual = JSON.stringify(usualRungs);
  const usualSoonest = Math.min(
    ...Object.values(usualRungs).flatMap(({ on, afterSeconds }) => (on ? [afterSeconds] : [])),
  );
  return {
    async isAnythingDue(now: Date): Promise<boolean> {
      return (await database.run(anything, [now, usualSoonest])).length > 0;
    },

    /** The batches of waiting orders, of those that came first first; the last takes all that come meanwhile. */
    async batches(): Promise<Batch[]> {
      const ends = (await database.run<{ came_at: string }>(batchEnds, [])).map((row) => row.came_at);
      return [...ends, LAST].map((upTo, index) => ({ after: ends[index - 1] ?? FIRST, upTo }));
    },

    /**
     * Claims what is due for a batch of orders.
     * @param room for how many messages this server has room
     */
    claim: (now: Date, room: number, { after, upTo }: Batch): Promise<ClaimedAlert[]> =>
      database.run(claimDue, [now, holder, usual, room, after, upTo]),

    /** Claims what a dead server left, unless somebody has answered. */
    async takeOver(now: Date): Promise<ClaimedAlert[]> {
      const left = await database.run<ClaimedAlert>(takeOver, [now, holder]);
      await database.run(stopAbandoned, [now]);
      return left;
    },

    /** Those of the messages that are still this server's to send, and still needed. */
    async renew(ids: string[]): Promise<Set<string>> {
      const rows = await database.run<{ id: string }>(renewAlerts, [holder, JSON.stringify(ids)]);
      return new Set(rows.map(({ id }) => id));
    },

    async settle(id: string, state: 'delivered' | 'failed' | 'stopped', why: string | null, now: Date) {
      await database.run(settle, [holder, id, state, why, now]);
    },

    /** Only the first time counts. */
    async arrived(id: string, now: Date): Promise<void> {
      await database.run(arrived, [id, now]);
    },

    async forgetBefore(time: Date): Promise<void> {
      await database.kysely.deleteFrom('alerts').where('at', '<', time).execute();
      await database.kysely.deleteFrom('drills').where('ends_at', '<', time).execute();
    },
  };
}
