import { AGAIN_AFTER_S, DRILL_MS, usualRungs } from '#shared/api/escalation.ts';
import type { RungName } from '#shared/base/rungs.ts';
import { CLOCKS_DIFFER_MS } from '../../core/clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { heldUntil, isLeft, MOST_HELD_EACH } from '../../senders/sending-claimed.ts';
import type { ClaimedAlert } from './claimed-alert.ts';
import { cameAt, isUnseen } from './due-orders.ts';

/** How many unseen orders one statement looks at, so that thousands that wait hold up nobody else's. */
export const BATCH = 500;

/** A drill `d` that is under way ($1: now). One that began before the clock was set back has ended. */
export const isUnderWay = `d.ends_at > $1::timestamptz
  and d.ends_at <= $1::timestamptz + interval '${DRILL_MS + CLOCKS_DIFFER_MS} ms'`;

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

/** Those of the orders `unseen` of which a rung is due. */
const due = (rung: RungName) => `(select * from unseen where (rungs -> '${rung}' ->> 'on')::boolean
    and came_at + (rungs -> '${rung}' ->> 'afterSeconds')::int * interval '1 s' <= $1::timestamptz)`;

/**
 * Claims the messages that are due ($1: now) for this server ($2), and those of the longest waiting orders alone if it has
 * room for fewer ($4): of each seller no more than a share of the room, of which what any server is sending is taken off.
 * Whoever inserts the row sends it. A message to screens needs no sender: every server tells its own.
 * It looks at the orders $5; $3 are the usual rungs. Each row also says whether any messages were left for want of room; if
 * none was claimed, one row says only that.
 */
export const claimDue: Statement = {
  name: 'claim_due_alerts',
  sql: `
with unseen as materialized (
  select o.id, o.outlet_id, t.seller_id, ${cameAt} as came_at, coalesce(p.rungs, $3::jsonb) as rungs,
    coalesce(p.emails, jsonb_build_array(a.email)) as emails, coalesce(p.webhook_url, '') as webhook_url
  from jsonb_array_elements_text($5::jsonb) i (id)
  cross join lateral (select * from orders o where o.id = i.id offset 0) o
  join outlets t on t.id = o.outlet_id join accounts a on a.id = t.seller_id
  left join outlet_escalation p on p.outlet_id = o.outlet_id
  where ${isUnseen}
), targets as (
  select d.id, d.came_at, d.outlet_id, d.seller_id, 'screens' as rung, 'screens' as target, 'Every screen' as name
  from ${due('screens')} d
  union all
  select d.id, d.came_at, d.outlet_id, d.seller_id, 'phones', 'phone:' || s.id, s.name from ${due('phones')} d
  join outlet_phones s on s.outlet_id = d.outlet_id
  union all
  select d.id, d.came_at, d.outlet_id, d.seller_id, 'messages', 'email:' || e, e from ${due('messages')} d
  cross join jsonb_array_elements_text(d.emails) e
  union all
  select d.id, d.came_at, d.outlet_id, d.seller_id, 'messages', 'webhook', 'Webhook' from ${due('messages')} d
  where d.webhook_url <> ''
  union all
  select d.id, d.came_at, d.outlet_id, d.seller_id, 'again', b.target, b.name from ${due('again')} d
  join alerts b on b.subject_id = d.id and b.rung in ('phones', 'messages')
    and b.at <= $1::timestamptz - interval '${AGAIN_AFTER_S} s'
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
select w.were_left, s.* from (
  select count(*) > $4 or coalesce(bool_or(place > ${MOST_HELD_EACH}), false) as were_left from messages
) w left join (${forSenders}) s on true`,
};
type ClaimedRow = ClaimedAlert | { [column in keyof ClaimedAlert]: null };

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

/** `wereLeft`: some messages that are due were left for want of room. */
export type Claim = { claimed: ClaimedAlert[]; wereLeft: boolean };
export type AlertsRepository = ReturnType<typeof alertsRepository>;

/** The messages to people about unseen orders. `holder` names this server among those of its database. */
export function alertsRepository(database: Database, holder: string) {
  const usual = JSON.stringify(usualRungs);
  return {
    /**
     * Claims what is due of these orders, and says whether any of it was left for want of room.
     * @param room for how many messages this server has room
     */
    async claim(now: Date, room: number, orderIds: string[]): Promise<Claim> {
      const rows = await database.run<ClaimedRow & { were_left: boolean }>(claimDue, [
        now,
        holder,
        usual,
        room,
        JSON.stringify(orderIds),
      ]);
      return {
        claimed: rows.filter((row): row is ClaimedAlert & { were_left: boolean } => row.id !== null),
        wereLeft: rows.some((row) => row.were_left),
      };
    },

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
