import type { Pause } from '#shared/api/ordering.ts';
import type { TradingSession } from '#shared/api/outlets.ts';
import { PROVED_FOR_MS } from '#shared/base/pauses.ts';
import type { Database } from '../../database/database.ts';

/** Reads when a trading session took no orders. */
export function sessionPauses({ kysely }: Database) {
  return {
    /** When this session took no orders, oldest first; with the current time in which nobody can be alerted. */
    async ofSession(session: TradingSession, now: Date): Promise<Pause[]> {
      const rows = await kysely
        .selectFrom('pauses')
        .select(['from_at', 'until', 'ended_at', 'paused_by', 'reason', 'screen_name'])
        .where('trading_session_id', '=', session.id)
        .orderBy('from_at')
        .orderBy('id')
        .execute();
      const pauses = rows.map((row) => ({
        from: row.from_at.toISOString(),
        to:
          (row.ended_at ?? (row.until !== null && row.until <= now ? row.until : null))?.toISOString() ??
          null,
        until: row.until?.toISOString() ?? null,
        by: row.paused_by,
        reason: row.reason,
        screenName: row.screen_name,
      }));
      const current = session.finishedAt === null ? await unattendedNow(session.outletId, now) : [];
      return [...pauses, ...current].toSorted((a, b) => a.from.localeCompare(b.from));
    },
  };

  async function unattendedNow(outletId: string, now: Date): Promise<Pause[]> {
    const rows = await kysely
      .selectFrom('outlet_listening')
      .select('heard_at')
      .where('outlet_id', '=', outletId)
      .where('heard_at', '<', new Date(now.getTime() - PROVED_FOR_MS))
      .execute();
    return rows.map(({ heard_at: heardAt }) => ({
      from: new Date(heardAt.getTime() + PROVED_FOR_MS).toISOString(),
      to: null,
      until: null,
      by: 'unattended',
      reason: null,
      screenName: null,
    }));
  }
}
