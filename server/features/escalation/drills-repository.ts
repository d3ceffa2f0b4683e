import { DRILL_MS, usualRungs, type Alert, type Drill } from '#shared/api/escalation.ts';
import type { AlertChannel } from '#shared/base/rungs.ts';
import { CompiledQuery } from 'kysely';
import { v7 as newId } from 'uuid';
import { CLOCKS_DIFFER_MS } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { AlertsTable } from '../../database/schema.ts';
import { heldUntil } from '../../senders/sending-claimed.ts';
import { forSenders, isUnderWay } from './alerts-repository.ts';
import type { ClaimedAlert } from './claimed-alert.ts';

/** How long after it was last heard a screen is expected to answer a drill. */
const SCREEN_HEARD_WITHIN_S = 45;

/** Claims a drill's messages to everybody whose rung is on, unless a drill of the outlet is still under way. */
const start = `
with own as (
  select t.id as outlet_id, t.seller_id, coalesce(p.rungs, $6::jsonb) as rungs,
    coalesce(p.emails, jsonb_build_array(a.email)) as emails, coalesce(p.webhook_url, '') as webhook_url
  from outlets t join accounts a on a.id = t.seller_id left join outlet_escalation p on p.outlet_id = t.id
  where t.id = $3 and not exists (select from drills d where d.outlet_id = t.id and ${isUnderWay})
), started as (
  insert into drills (id, outlet_id, started_at, ends_at)
  select $2, outlet_id, $1::timestamptz, $4::timestamptz from own returning id
), targets as (
  select own.outlet_id, 'screens' as target, 'Every screen' as name from own where (rungs #>> '{screens,on}')::boolean
  union
  select own.outlet_id, 'screen:' || s.screen_id, s.name from own
  join outlets t on t.seller_id = own.seller_id join outlet_screens s on s.outlet_id = t.id
  where (rungs #>> '{screens,on}')::boolean and s.signed_out_at is null
    and s.heard_at > $1::timestamptz - interval '${SCREEN_HEARD_WITHIN_S} s'
    and s.heard_at <= $1::timestamptz + interval '${SCREEN_HEARD_WITHIN_S} s'
  union all
  select own.outlet_id, 'phone:' || s.id, s.name from own join outlet_phones s on s.outlet_id = own.outlet_id
  where (rungs #>> '{phones,on}')::boolean
  union all
  select own.outlet_id, 'email:' || e, e from own cross join jsonb_array_elements_text(own.emails) e
  where (rungs #>> '{messages,on}')::boolean
  union all
  select own.outlet_id, 'webhook', 'Webhook' from own
  where (rungs #>> '{messages,on}')::boolean and webhook_url <> ''
), c as (
  insert into alerts (id, subject_id, outlet_id, rung, target, name, at, state, holder, held_until, settled_at)
  select gen_random_uuid()::text, s.id, t.outlet_id, 'drill', t.target, t.name, $1::timestamptz,
    case when t.target like 'screen%' then 'delivered' else 'sending' end, $5, ${heldUntil},
    case when t.target like 'screen%' then $1::timestamptz end
  from targets t cross join started s
  on conflict do nothing
  returning id, subject_id, outlet_id, rung, target, at
)
${forSenders}`;

export type DrillsRepository = ReturnType<typeof drillsRepository>;

/** Drills, and what was sent. */
export function drillsRepository(database: Database, holder: string) {
  const { kysely } = database;
  const rowsOf = (subjectId: string) =>
    kysely
      .selectFrom('alerts')
      .selectAll()
      .where('subject_id', '=', subjectId)
      .orderBy('at')
      .orderBy('target');

  return {
    /** Null if a drill of this outlet is under way. */
    async start(outletId: string, now: Date): Promise<ClaimedAlert[] | null> {
      const id = newId();
      const ends = new Date(now.getTime() + DRILL_MS);
      const usual = JSON.stringify(usualRungs);
      const values = [now, id, outletId, ends, holder, usual];
      return kysely.transaction().execute(async (tx) => {
        // Of two presses at once, the second reads what the first has started.
        await tx.selectFrom('outlets').select('id').where('id', '=', outletId).forNoKeyUpdate().execute();
        const { rows } = await tx.executeQuery<ClaimedAlert>(CompiledQuery.raw(start, values));
        const started = await tx.selectFrom('drills').select('id').where('id', '=', id).executeTakeFirst();
        return started ? rows : null;
      });
    },

    async last(outletId: string, now: Date): Promise<Drill | null> {
      const row = await kysely
        .selectFrom('drills')
        .selectAll()
        .where('outlet_id', '=', outletId)
        .where('started_at', '<=', new Date(now.getTime() + CLOCKS_DIFFER_MS))
        .orderBy('started_at', 'desc')
        .executeTakeFirst();
      if (!row) return null;
      const rows = await rowsOf(row.id).execute();
      return {
        id: row.id,
        startedAt: row.started_at.toISOString(),
        endsAt: row.ends_at.toISOString(),
        results: resultsOf(rows, row.ends_at <= now),
      };
    },

    /** What was sent for an order of this seller; null if there is no such order. */
    async ofOrder(sellerId: string, orderId: string): Promise<Alert[] | null> {
      const own = await kysely
        .selectFrom('orders')
        .innerJoin('outlets', 'outlets.id', 'orders.outlet_id')
        .select('orders.id')
        .where('orders.id', '=', orderId)
        .where('outlets.seller_id', '=', sellerId)
        .executeTakeFirst();
      return own ? (await rowsOf(orderId).execute()).map(alertOf) : null;
    },
  };
}

/** Where screens have answered or are expected to, they stand for `Every screen`. */
function resultsOf(rows: AlertsTable[], ended: boolean): Drill['results'] {
  const hasScreens = rows.some(({ target }) => target.startsWith('screen:'));
  const shown = rows.filter(({ target }) => target !== 'screens' || !hasScreens);
  const names = numberedApart(shown);
  return shown.map((row, index) => {
    const channel = channelOf(row.target);
    const needsAnswer = channel === 'screens' || channel === 'phones';
    const arrived = needsAnswer ? row.arrived_at !== null : row.state === 'delivered';
    const missing = !arrived && (ended || row.state === 'failed');
    const why = row.why ?? (missing ? noAnswer[channel] : undefined);
    return {
      channel,
      name: names[index] ?? row.name,
      result: arrived ? ('arrived' as const) : missing ? ('missing' as const) : ('waiting' as const),
      ...(why !== undefined && !arrived && { why }),
    };
  });
}

/** Screens of one name, such as two tabs of a browser, are numbered. */
function numberedApart(rows: AlertsTable[]): string[] {
  const alike = (row: AlertsTable) =>
    rows.filter(({ name, target }) => name === row.name && channelOf(target) === channelOf(row.target));
  return rows.map((row) => {
    const same = alike(row).map(({ target }) => target);
    return same.length === 1 ? row.name : `${row.name} (${same.toSorted().indexOf(row.target) + 1})`;
  });
}

const noAnswer: Record<AlertChannel, string> = {
  screens: 'No screen has answered.',
  phones: 'It was sent, but the phone has not shown it.',
  email: 'The mail server did not answer in time.',
  webhook: 'It did not answer in time.',
};

function channelOf(target: string): AlertChannel {
  const [kind] = target.split(':');
  return kind === 'phone' ? 'phones' : kind === 'email' || kind === 'webhook' ? kind : 'screens';
}

function alertOf(row: AlertsTable): Alert {
  return {
    rung: row.rung,
    channel: channelOf(row.target),
    name: row.name,
    at: row.at.toISOString(),
    state: row.state,
    ...(row.why !== null && { why: row.why }),
    ...(row.arrived_at && { arrivedAt: row.arrived_at.toISOString() }),
  };
}
