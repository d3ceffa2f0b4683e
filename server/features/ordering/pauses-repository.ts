import type { PausedBy } from '#shared/base/ordering-states.ts';
import { PROVED_FOR_MS } from '#shared/base/pauses.ts';
import { sql, type Transaction } from 'kysely';
import { v7 as newId } from 'uuid';
import { CLOCKS_DIFFER_MS } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';

export type NewPause = {
  /** Null: until somebody resumes. */
  until: Date | null;
  reason: string;
  by: Exclude<PausedBy, 'unattended'>;
  /** Who pressed, and on which screen. */
  accountId?: string | null;
  screenName?: string | null;
};

/** `unchanged`: it was so already. */
export type PauseResult = 'changed' | 'unchanged' | 'closed' | 'not-found';

/** Ends a session's pauses with it, and stores the time in which nobody could be alerted, if it lasted until then. */
const atFinish = `
pauses_ended as (
  update pauses p set ended_at = least(p.until, $2::timestamptz) from closed
  where p.trading_session_id = closed.session_id and p.ended_at is null
), unattended_ended as (
  insert into pauses (id, outlet_id, trading_session_id, paused_by, from_at, ended_at)
  select gen_random_uuid()::text, l.outlet_id, closed.session_id, 'unattended',
    l.heard_at + interval '${PROVED_FOR_MS} ms', $2::timestamptz
  from closed join outlet_listening l on l.outlet_id = closed.outlet_id
  where l.heard_at < $2::timestamptz - interval '${PROVED_FOR_MS} ms'
  on conflict do nothing
)`;

async function lockFeed(tx: Transaction<Schema>, outletId: string) {
  return tx
    .selectFrom('outlet_feeds')
    .select(['trading_session_id', 'pause_id', 'paused_until'])
    .where('outlet_id', '=', outletId)
    .forUpdate()
    .executeTakeFirst();
}
type Feed = NonNullable<Awaited<ReturnType<typeof lockFeed>>>;
const holds = ({ pause_id: id, paused_until: until }: Feed, now: Date) =>
  id !== null && (until === null || until > now);

async function setPause(tx: Transaction<Schema>, outletId: string, id: string | null, until: Date | null) {
  await tx
    .updateTable('outlet_feeds')
    .set({ pause_id: id, paused_until: until })
    .where('outlet_id', '=', outletId)
    .execute();
}

/** Ends what lasts of a session's pauses; one that has ended by itself keeps its own end. */
async function endPauses(tx: Transaction<Schema>, sessionId: string, now: Date): Promise<void> {
  await tx
    .updateTable('pauses')
    .set({ ended_at: sql<Date>`least(until, ${now}::timestamptz)` })
    .where('trading_session_id', '=', sessionId)
    .where('ended_at', 'is', null)
    .execute();
}

/** Starts a session without a pause, as if a screen had been heard now. Runs in the transaction that opens it. */
async function startSession(
  tx: Transaction<Schema>,
  outletId: string,
  _session: string,
  now: Date,
): Promise<void> {
  await setPause(tx, outletId, null, null);
  await tx
    .insertInto('outlet_listening')
    .values({ outlet_id: outletId, heard_at: now })
    .onConflict((conflict) =>
      conflict
        .column('outlet_id')
        .doUpdateSet({ heard_at: now })
        .where((is) =>
          is.or([
            is('outlet_listening.heard_at', '<', now),
            is('outlet_listening.heard_at', '>', new Date(now.getTime() + CLOCKS_DIFFER_MS)),
          ]),
        ),
    )
    .execute();
}

/**
 * Pauses of trading sessions. Each change locks the outlet's feed row, as the statement that writes an order does: once
 * a pause is committed no order is written.
 */
export function pausesRepository({ kysely }: Database) {
  return {
    /** Replaces a pause that lasts; one that no person asked for leaves it as it is. */
    async pause(outletId: string, pause: NewPause, now: Date): Promise<PauseResult> {
      return kysely.transaction().execute(async (tx): Promise<PauseResult> => {
        const feed = await lockFeed(tx, outletId);
        if (!feed) return 'not-found';
        const sessionId = feed.trading_session_id;
        if (sessionId === null) return 'closed';
        if (pause.by !== 'person' && holds(feed, now)) return 'unchanged';
        await endPauses(tx, sessionId, now);
        const id = newId();
        await tx
          .insertInto('pauses')
          .values({
            id,
            outlet_id: outletId,
            trading_session_id: sessionId,
            paused_by: pause.by,
            from_at: now,
            until: pause.until,
            reason: pause.reason,
            account_id: pause.accountId ?? null,
            screen_name: pause.screenName ?? null,
          })
          .execute();
        await setPause(tx, outletId, id, pause.until);
        return 'changed';
      });
    },

    async resume(outletId: string, now: Date): Promise<PauseResult> {
      return kysely.transaction().execute(async (tx): Promise<PauseResult> => {
        const feed = await lockFeed(tx, outletId);
        if (!feed) return 'not-found';
        if (feed.trading_session_id === null) return 'closed';
        if (!holds(feed, now)) return 'unchanged';
        await endPauses(tx, feed.trading_session_id, now);
        await setPause(tx, outletId, null, null);
        return 'changed';
      });
    },

    startSession,
    atFinish,
  };
}
