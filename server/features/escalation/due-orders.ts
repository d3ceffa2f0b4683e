import { AGAIN_AFTER_S, usualRungs } from '#shared/api/escalation.ts';
import { SOONEST_RUNG_S } from '#shared/base/rungs.ts';
import { CLOCKS_DIFFER_MS } from '../../core/clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { isLeft } from '../../senders/sending-claimed.ts';

/** How often all orders that wait are looked at: another server may have stored whom else to tell, or of an order late. */
const ALL_EVERY_MS = 10_000;

/** An order `o` that waits for an answer, and that nobody has opened or worked on. A test order tells nobody. */
export const isUnseen =
  "o.status = 'deliver_pending' and o.seen_at is null and o.actions is null and not o.is_test";

/** Since when an order `o` waits; there is an index of it. */
export const cameAt = 'coalesce(o.paid_at, o.created_at)';

const onDelays = (aggregate: string) => `select ${aggregate}((r.value ->> 'afterSeconds')::int) as after
  from outlet_escalation p cross join jsonb_each(p.rungs) r where (r.value ->> 'on')::boolean`;

/**
 * Whether any order has waited unseen for the soonest rung of all outlets ($2: the usual one, in seconds), or any message
 * has no living sender. It reads the few orders that wait for an answer, by their index.
 */
const anything: Statement = {
  name: 'any_alert_due',
  sql: `
select where exists (
  select from orders o where ${isUnseen}
    and ${cameAt} <= $1::timestamptz - interval '1 s' * least($2::int, (${onDelays('min')}))
) or exists (select from alerts where state = 'sending' and ${isLeft('held_until')})`,
};

/** After how many seconds the rungs of any outlet are. */
const delays: Statement = { name: 'rung_delays', sql: onDelays('distinct ') };

const allUnseen: Statement = {
  name: 'unseen_orders',
  sql: `
select id from orders o where ${isUnseen} and ${cameAt} <= $1::timestamptz - interval '${SOONEST_RUNG_S} s'
order by ${cameAt}`,
};

const since = `$2::timestamptz - interval '${CLOCKS_DIFFER_MS} ms'`;

/**
 * The unseen orders of which a rung became due by $1 and was not by $2, or a little before: servers' clocks differ. $3 are
 * the rungs' delays, in seconds. The fences keep the planner from reading all that wait.
 */
const dueSince: Statement = {
  name: 'unseen_orders_due_since',
  sql: `
select id from (
  select o.id, o.came_at from jsonb_array_elements_text($3::jsonb) d (after) cross join lateral (
    select o.id, ${cameAt} as came_at from orders o where ${isUnseen}
      and ${cameAt} > ${since} - d.after::int * interval '1 s' and ${cameAt} <= $1::timestamptz - d.after::int * interval '1 s'
    offset 0) o
  union
  select o.id, ${cameAt} from alerts b
  cross join lateral (select * from orders o where o.id = b.subject_id offset 0) o
  where ${isUnseen} and b.rung in ('phones', 'messages') and b.at > ${since} - interval '${AGAIN_AFTER_S} s'
    and b.at <= $1::timestamptz - interval '${AGAIN_AFTER_S} s'
) due order by came_at`,
};

/** The orders of which somebody may have to be told now, of those that came first first. */
export type DueOrders = {
  ids: string[];
  /** All of whom were told what is due: it is not looked for again. */
  allTold(): void;
};

/**
 * Finds the orders of which a rung may be due. Thousands may wait long after all their rungs; so those of which nothing
 * became due since the last look are looked at every ten seconds only.
 */
export function dueOrders(database: Database) {
  const usual = Object.values(usualRungs).flatMap(({ on, afterSeconds }) => (on ? [afterSeconds] : []));
  const usualSoonest = Math.min(...usual);
  /** The last look that left nothing to tell, the last such one at all orders, and the delays at that time. */
  let told: { at: Date; allAt: Date; delays: string } | null = null;
  let changes = 0;

  const idsOf = async (statement: Statement, values: unknown[]) =>
    (await database.run<{ id: string }>(statement, values)).map(({ id }) => id);

  async function all(now: Date) {
    const set = await database.run<{ after: number }>(delays, []);
    const known = JSON.stringify([...usual, ...set.map((row) => row.after)]);
    return { ids: await idsOf(allUnseen, [now]), next: { at: now, allAt: now, delays: known } };
  }

  return {
    async isAnythingDue(now: Date): Promise<boolean> {
      return (await database.run(anything, [now, usualSoonest])).length > 0;
    },

    async find(now: Date): Promise<DueOrders> {
      const [before, seen] = [told, changes];
      const isFew = before && Math.abs(now.getTime() - before.allAt.getTime()) < ALL_EVERY_MS;
      const { ids, next } = isFew
        ? { ids: await idsOf(dueSince, [now, before.at, before.delays]), next: { ...before, at: now } }
        : await all(now);
      return { ids, allTold: () => void (changes === seen && (told = next)) };
    },

    /** Whom to tell has changed, so that something may have become due of any order. */
    settingsChanged(): void {
      changes += 1;
      told = null;
    },
  };
}
