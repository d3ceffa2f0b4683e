import type { Station } from '#shared/api/stations.ts';
import type { Lapse } from '#shared/base/lapses.ts';
import type { Database, Statement } from '../../database/database.ts';
import { latestBy } from '../../database/latest-by.ts';
import { lapsesOf, type StationScreen } from './lapses.ts';

/** How often it is stored that a screen is heard still, and how long that counts: its server may have died with it. */
export const KEEP_EVERY_MS = 15_000;
const KEPT_FOR_MS = 45_000;
/** How long after its own start a server waits for screens that were heard before: they are coming back. */
const RETURNED_WITHIN_MS = 10_000;
const FORGOTTEN_AFTER_MS = 24 * 60 * 60_000;

/** What a screen shows and prints, and when it was last heard. */
export type HeardScreen = Omit<StationScreen, 'goneAt'> & {
  outletId: string;
  screenId: string;
  heardAt: Date;
};

const given = `jsonb_to_recordset($1::jsonb) as t (outlet_id text, screen_id text, shows text, prints jsonb,
  shown_since timestamptz, heard_at timestamptz)`;

/** A stored time `s.heard_at` from before the clock was set back; $2 is now. */
const isAhead = `s.heard_at > ${latestBy('$2')}`;

const keep: Statement = {
  name: 'keep_station_screens',
  sql: `
insert into station_screens as s (outlet_id, screen_id, shows, prints, shown_since, heard_at)
select t.outlet_id, t.screen_id, t.shows, t.prints, t.shown_since, t.heard_at from ${given}
order by t.outlet_id, t.screen_id
on conflict (outlet_id, screen_id) do update set shows = excluded.shows, prints = excluded.prints,
  shown_since = excluded.shown_since, heard_at = excluded.heard_at, gone = false
where excluded.heard_at >= s.heard_at or ${isAhead}`,
};

/**
 * A screen that was heard later was heard at another server. In a session whose start is still to come, by a clock that was
 * set back, it was heard from its start.
 */
const letGo: Statement = {
  name: 'let_station_screens_go',
  sql: `
with held as (
  select s.outlet_id, s.screen_id,
    greatest(t.heard_at, case when b.started_at > $2::timestamptz then b.started_at end) as last_heard
  from station_screens s join ${given} on t.outlet_id = s.outlet_id and t.screen_id = s.screen_id
  left join outlet_feeds f on f.outlet_id = s.outlet_id left join trading_sessions b on b.id = f.trading_session_id
  where s.heard_at <= t.heard_at or ${isAhead}
  order by s.outlet_id, s.screen_id for update of s
)
update station_screens s set gone = true, heard_at = h.last_heard from held h
where s.outlet_id = h.outlet_id and s.screen_id = h.screen_id`,
};

const read: Statement = {
  name: 'read_station_screens',
  sql: `
select o.id, o.stations, s.shows, s.prints, s.shown_since, s.heard_at,
  s.gone or s.heard_at <= $2::timestamptz or s.heard_at > $3::timestamptz as gone
from outlets o
join outlet_feeds f on f.outlet_id = o.id join trading_sessions t on t.id = f.trading_session_id
join station_screens s on s.outlet_id = o.id
where o.id = any (array(select jsonb_array_elements_text($1::jsonb)))
  and (s.heard_at >= t.started_at or t.started_at > $4::timestamptz or (not s.gone and s.heard_at > $2::timestamptz))`,
};

type Row = {
  id: string;
  stations: Station[];
  shows: string | null;
  prints: Record<string, string | null>;
  shown_since: Date;
  heard_at: Date;
  gone: boolean;
};

/** What screens show and print of stations. All of it is in the database, so every server reads the same lapses. */
export function coverageRepository(database: Database, startedAt: Date) {
  /** A screen that was not stored within this time is not heard any more; nor was it if that is long ahead of now. */
  function keptWithin(now: Date): [from: Date, to: Date] {
    const ranForMs = now.getTime() - startedAt.getTime();
    const isNew = ranForMs >= 0 && ranForMs < RETURNED_WITHIN_MS;
    const keptForMs = isNew ? FORGOTTEN_AFTER_MS : KEPT_FOR_MS;
    return [new Date(now.getTime() - keptForMs), new Date(now.getTime() + keptForMs)];
  }

  const rowsOf = (screens: readonly HeardScreen[]) =>
    JSON.stringify(
      screens.map(({ outletId, screenId, shows, prints, shownSince, heardAt }) => ({
        outlet_id: outletId,
        screen_id: screenId,
        shows,
        prints,
        shown_since: shownSince,
        heard_at: heardAt,
      })),
    );

  return {
    /** @param screens at most one of each outlet and id */
    async keep(screens: readonly HeardScreen[], now: Date): Promise<void> {
      if (screens.length > 0) await database.run(keep, [rowsOf(screens), now]);
    },

    /** These screens are not heard any more. */
    async letGo(screens: readonly HeardScreen[], now: Date): Promise<void> {
      if (screens.length > 0) await database.run(letGo, [rowsOf(screens), now]);
    },

    async forgetOld(now: Date): Promise<void> {
      const before = new Date(now.getTime() - FORGOTTEN_AFTER_MS);
      await database.kysely.deleteFrom('station_screens').where('heard_at', '<', before).execute();
    },

    /** The stations that have lapsed at each of these outlets, in the outlet's order. */
    async lapses(outletIds: readonly string[], now: Date): Promise<Map<string, Lapse[]>> {
      const rows = await database.run<Row>(read, [JSON.stringify(outletIds), ...keptWithin(now), now]);
      const byOutlet = Map.groupBy(rows, ({ id }) => id);
      return new Map(
        [...byOutlet].map(([outletId, own]) => [
          outletId,
          lapsesOf(own[0]?.stations ?? [], own.map(screenOf)).map(begunBy(now)),
        ]),
      );
    },
  };
}

/** By a clock that was set back, what a screen said before came later than now. */
const begunBy =
  (now: Date) =>
  (lapse: Lapse): Lapse => ({
    ...lapse,
    since: new Date(Math.min(Date.parse(lapse.since), now.getTime())).toISOString(),
  });

const screenOf = ({ shows, prints, shown_since, heard_at, gone }: Row): StationScreen => ({
  shows,
  prints,
  shownSince: shown_since,
  goneAt: gone ? heard_at : null,
});
