import type { PushSubscriptionBody } from '#shared/api/push-subscription.ts';
import { MOST_NOTIFIED } from '#shared/api/customer-routes.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { v7 as newId } from 'uuid';
import type { Database, Statement } from '../../database/database.ts';
import { listedStatuses } from '../../database/listed-statuses.ts';
import { endedUnsold, type EndedOrder } from '../../ordering/taken-unsold.ts';
import { heldUntil, isLeft, tryAt } from '../../senders/sending-claimed.ts';

/** An order `o` that its guest waits for. */
const isAwaited = `o.status in (${listedStatuses(statusGroups.pending, statusGroups.inProgress)}) and not o.is_test`;
/** Ready, and not all of it handed over yet. */
const isReady = `o.status = 'deliver_enroute' and o.ready_at is not null
  and jsonb_path_exists(o.item_status, '$[*] ? (@.status != "complete")')`;
const isMade = `o.status in ('deliver_waiting', 'deliver_working') and o.ready_at is null`;
/** What the guest of a phone `p` believes: what they were told last, or else the first promise, of which their page told. */
const believed = `coalesce(p.known_ready_by, (o.promises -> 0 ->> 'readyBy')::timestamptz)`;

const endIsDue = `${endedUnsold} and not p.knows_end`;
const readyIsDue = `${isReady} and p.known_ready_at is distinct from o.ready_at`;
const delayIsDue = `${isMade} and o.promised_for > ${believed}`;
/** Guests of an outlet whose page is switched off are told nothing. */
const isDue = `t.guest_page and (${endIsDue} or ${readyIsDue} or ${delayIsDue})`;
/** Whether what phone `p` is being told still holds. */
const stillHolds = `t.guest_page and case p.message when 'ended' then ${endedUnsold}
  when 'ready' then ${isReady} and p.known_ready_at = o.ready_at
  else ${isMade} and o.promised_for = p.known_ready_by end`;

/** A delay is on its way to the phone, and may not have arrived. */
const isBeingDelayed = "p.message_id is not null and p.message = 'delayed'";

const phones =
  'order_notifications p join orders o on o.id = p.order_id join outlets t on t.id = o.outlet_id';

/** Nobody is to be told anything of its order any more; what is due is not over. */
const isOver = `p.message_id is null and not exists (
  select from orders o join outlets t on t.id = o.outlet_id
  where o.id = p.order_id and (${isAwaited} or (t.guest_page and ${endIsDue})))`;

/** A claimed message, with what its words need. */
export type ClaimedNotification = EndedOrder & {
  id: string;
  message: 'ready' | 'delayed' | 'ended';
  order_id: string;
  order_number: number;
  table_number: string | null;
  cancel_message: string | null;
  outlet_id: string;
  outlet_name: string;
  seller_id: string;
  time_zone: string;
  ready_by: Date | null;
  not_by: Date | null;
  endpoint: string;
  p256dh: string;
  auth: string;
};

/** Adds to claimed phones `c` what their messages need. */
const forSender = `
select c.message_id as id, c.message, c.order_id, o.order_number, o.table_number, o.status, o.accepted_at, o.completed_at,
  o.cancelled_from, o.amount, o.refunded, o.capture_error, o.payment_account, o.payment_due_at, o.paid_at,
  o.capture_before, o.cancel_message, o.outlet_id, t.name as outlet_name, t.seller_id, t.time_zone,
  c.known_ready_by as ready_by, c.not_by, c.endpoint, c.p256dh, c.auth
from c join orders o on o.id = c.order_id join outlets t on t.id = o.outlet_id`;

/** Most looks end here: of the orders, it reads those that phones are told of. */
const anything: Statement = {
  name: 'any_notification_due',
  sql: `
select where exists (select from ${phones} where ${isDue})
  or exists (select from order_notifications p where p.message_id is not null and ${isLeft('p.held_until')})
  or exists (select from order_notifications p where ${isOver})`,
};

/**
 * Claims for this server ($1), which has room for $2 messages, what phones are to be told now. The claim is in the phone's own row: of two servers, the second finds that its guest knows. It replaces a
 * message that is still being sent.
 */
const claimDue: Statement = {
  name: 'claim_due_notifications',
  sql: `
with c as (
  update order_notifications p set message_id = gen_random_uuid()::text, tries = 0, holder = $1, held_until = ${heldUntil},
    message = case when ${endedUnsold} then 'ended' when ${isReady} then 'ready' else 'delayed' end,
    knows_end = p.knows_end or ${endedUnsold},
    known_ready_at = case when ${isReady} then o.ready_at else p.known_ready_at end,
    not_by = case when ${delayIsDue} then case when ${isBeingDelayed} then p.not_by else ${believed} end end,
    known_ready_by = case when ${delayIsDue} then o.promised_for else p.known_ready_by end
  from orders o join outlets t on t.id = o.outlet_id
  where o.id = p.order_id and ${isDue} and p.id in (select p.id from ${phones} where ${isDue} limit $2)
  returning p.*
)
${forSender}`,
};

/** Takes over what a server claimed that has died since, and what is to be tried again. */
const takeOver: Statement = {
  name: 'take_over_notifications',
  sql: `
with c as (
  update order_notifications p set holder = $1, held_until = ${heldUntil}
  from orders o join outlets t on t.id = o.outlet_id
  where o.id = p.order_id and p.message_id is not null and ${isLeft('p.held_until')} and ${stillHolds}
  returning p.*
)
${forSender}`,
};

/** What has become untrue before it was sent. What holds was claimed until just now, and is taken over at the next look. */
const stopAbandoned: Statement = {
  name: 'stop_abandoned_notifications',
  sql: `
update order_notifications p set message_id = null
from orders o join outlets t on t.id = o.outlet_id
where o.id = p.order_id and p.message_id is not null and ${isLeft('p.held_until')} and (${stillHolds}) is not true`,
};

const removeOver: Statement = {
  name: 'remove_over_notifications',
  sql: `delete from order_notifications p where ${isOver}`,
};

/** Says that this server ($1) still sends these messages ($2); returns those that still hold. */
const renew: Statement = {
  name: 'renew_notifications',
  sql: `
with p as (
  update order_notifications set held_until = ${heldUntil}
  where message_id in (select jsonb_array_elements_text($2::jsonb)) and holder = $1
  returning *
)
select p.message_id as id from p join orders o on o.id = p.order_id join outlets t on t.id = o.outlet_id
where ${stillHolds}`,
};

/** How often a message is tried that its push service did not take. */
const MOST_TRIES = 3;
const settle: Statement = {
  name: 'settle_notification',
  sql: `
update order_notifications p set tries = tries + 1, holder = null, held_until = ${tryAt},
  message_id = case when $3::boolean and tries + 1 < ${MOST_TRIES} then message_id end
where message_id = $2 and holder = $1`,
};

const removeGone: Statement = {
  name: 'remove_gone_phone',
  sql: 'delete from order_notifications where message_id = $2 and holder = $1',
};

/** Takes the first free slot of the order. Of two phones that take the same one, the second adds nothing. */
const add: Statement = {
  name: 'add_notified_phone',
  sql: `
with o as (
  select o.id, o.promised_for, o.ready_at from orders o join outlets t on t.id = o.outlet_id
  where o.id = $1 and ${isAwaited} and t.guest_page
), known as (
  update order_notifications set p256dh = $4, auth = $5
  from o where order_id = o.id and endpoint = $3
  returning order_notifications.id
), added as (
  insert into order_notifications (
    id, order_id, slot, endpoint, p256dh, auth, added_at, known_ready_by, known_ready_at
  )
  select $2, o.id, s.slot, $3, $4, $5, $6::timestamptz, o.promised_for, o.ready_at
  from o cross join lateral (
    select min(free) as slot from generate_series(1, ${MOST_NOTIFIED}) free
    where not exists (select from order_notifications n where n.order_id = o.id and n.slot = free)
  ) s
  where s.slot is not null and not exists (select from known)
  on conflict do nothing
  returning id
)
select id from known union all select id from added`,
};

const findOrder: Statement = {
  name: 'find_notified_order',
  sql: `
select t.guest_page, (${isAwaited}) as awaited from orders o join outlets t on t.id = o.outlet_id where o.id = $1`,
};

export type NotificationsRepository = ReturnType<typeof notificationsRepository>;

/** The phones that are told of orders. `holder` names this server among those of its database. */
export function notificationsRepository(database: Database, holder: string) {
  return {
    /** Its id; null if the order is not one to tell of, or has no room. */
    async add(orderId: string, { endpoint, keys }: PushSubscriptionBody, now: Date): Promise<string | null> {
      // Each try that finds its slot taken leaves one slot less.
      for (let tries = 0; tries < MOST_NOTIFIED; tries += 1) {
        const values = [orderId, newId(), endpoint, keys.p256dh, keys.auth, now];
        const [row] = await database.run<{ id: string }>(add, values);
        if (row) return row.id;
      }
      return null;
    },

    async find(orderId: string): Promise<{ guest_page: boolean; awaited: boolean } | null> {
      const [row] = await database.run<{ guest_page: boolean; awaited: boolean }>(findOrder, [orderId]);
      return row ?? null;
    },

    async remove(orderId: string, id: string): Promise<void> {
      const { kysely } = database;
      await kysely
        .deleteFrom('order_notifications')
        .where('order_id', '=', orderId)
        .where('id', '=', id)
        .execute();
    },

    /**
     * Claims what is due and what a dead server left, and forgets phones whose order is over.
     * @param room for how many messages this server has room
     */
    async claim(room: number): Promise<ClaimedNotification[]> {
      if ((await database.run(anything, [])).length === 0) return [];
      const due = await database.run<ClaimedNotification>(claimDue, [holder, room]);
      const left = await database.run<ClaimedNotification>(takeOver, [holder]);
      await database.run(stopAbandoned, []);
      await database.run(removeOver, []);
      return [...due, ...left];
    },

    /** Those of the messages that are still this server's to send, and still true. */
    async renew(ids: string[]): Promise<Set<string>> {
      const rows = await database.run<{ id: string }>(renew, [holder, JSON.stringify(ids)]);
      return new Set(rows.map(({ id }) => id));
    },

    /** @param again whether it is tried again, if it may be; otherwise it is done */
    async settle(id: string, again: boolean): Promise<void> {
      await database.run(settle, [holder, id, again]);
    },

    async removeGone(id: string): Promise<void> {
      await database.run(removeGone, [holder, id]);
    },

    async forgetBefore(time: Date): Promise<void> {
      await database.kysely.deleteFrom('order_notifications').where('added_at', '<', time).execute();
    },
  };
}
