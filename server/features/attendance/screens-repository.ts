import { IN_SERVICE_MS } from '../../core/sign-in-life.ts';
import type { Database, Statement } from '../../database/database.ts';
import { latestBy } from '../../database/latest-by.ts';
import type { WatchingScreen } from '../../live/watching-screens.ts';

/** How long after it was last heard a screen's reported state still counts. */
export const SCREEN_HEARD_WITHIN_MS = 45_000;
/** A sign-in that ends within this time after its screen was cut off counts as ended while the screen watched. */
const WATCHED_WITHIN_MS = 10 * 60_000;
/** How many screens are written with one statement. */
const MOST_AT_ONCE = 500;
/** How long a screen that was signed out is reported. */
const LOOKED_FOR_MS = 12 * 60 * 60_000;

/** A time from before the clock was set back; `now` is a parameter. */
const isAhead = (time: string, now: string) => `${time} > ${latestBy(now)}`;

/**
 * Leaves out outlets that do not trade: their screens are not reported. A report that is older than the stored one
 * comes from a connection that a newer one has replaced.
 */
const keepScreens: Statement = {
  name: 'keep_screens',
  sql: `
insert into outlet_screens as s (outlet_id, screen_id, name, family, silent, silent_since, heard_at)
select t.outlet_id, t.screen_id, t.name, t.family, t.silent, case when t.silent is not null then t.heard_at end, t.heard_at
from jsonb_to_recordset($1::jsonb) as t
  (outlet_id text, screen_id text, name text, family text, silent text, heard_at timestamptz)
join outlet_feeds f on f.outlet_id = t.outlet_id and f.trading_session_id is not null
order by t.outlet_id, t.screen_id
on conflict (outlet_id, screen_id) do update set
  name = excluded.name, family = excluded.family, silent = excluded.silent, heard_at = excluded.heard_at,
  silent_since = case when s.silent = excluded.silent then least(s.silent_since, excluded.silent_since) else excluded.silent_since end,
  signed_out_at = case when excluded.heard_at > s.signed_out_at or ${isAhead('s.signed_out_at', '$2')} then null
    else s.signed_out_at end
where excluded.heard_at >= s.heard_at or ${isAhead('s.heard_at', '$2')}`,
};

/**
 * Deletes the rows that these screens replace: one of the same name that was signed out before they came, and one of
 * the same name and sign-in that is no longer heard, as left by a page that crashed and was reloaded.
 */
const forgetReplaced: Statement = {
  name: 'forget_replaced_screens',
  sql: `
delete from outlet_screens where (outlet_id, screen_id) in (
  select s.outlet_id, s.screen_id from outlet_screens s
  join jsonb_to_recordset($1::jsonb) as t
    (outlet_id text, screen_id text, name text, family text, came_at timestamptz, heard_at timestamptz)
    on t.outlet_id = s.outlet_id and t.name = s.name and t.screen_id <> s.screen_id
  where s.signed_out_at < t.came_at or (
    s.signed_out_at is null and s.family = t.family
    and s.heard_at < t.heard_at - $2::float8 * interval '1 ms')
  order by s.outlet_id, s.screen_id for update of s
)`,
};

/**
 * A sign-in lasts while it has an unused and unexpired token, and for up to a week beyond its year while an outlet of its
 * account trades, as that of a screen that matters here does; `at` is the current time.
 */
const signInLasts = (at: string) => `
  a.status = 'verified' and exists (
    select 1 from refresh_tokens r
    where r.family_id = s.family and r.used_at is null and (r.revoked_at is null or r.revoked_at >= ${at})
      and r.expires_at > ${at} and r.family_expires_at > ${at} - ${IN_SERVICE_MS} * interval '1 ms')`;

/** A screen that leaves because its sign-in has ended is marked signed out; any other row is deleted. */
const letGo: Statement = {
  name: 'let_screens_go',
  sql: `
with held as (
  select s.outlet_id, s.screen_id, t.left_at, ${signInLasts('t.left_at')} as of_its_own
  from outlet_screens s
  join jsonb_to_recordset($1::jsonb) as t (outlet_id text, screen_id text, left_at timestamptz)
    on t.outlet_id = s.outlet_id and t.screen_id = s.screen_id
  join outlets o on o.id = s.outlet_id join accounts a on a.id = o.seller_id
  where s.heard_at <= t.left_at or ${isAhead('s.heard_at', '$2')}
  order by s.outlet_id, s.screen_id for update of s
), gone as (
  delete from outlet_screens s using held h
  where s.outlet_id = h.outlet_id and s.screen_id = h.screen_id and h.of_its_own
)
update outlet_screens s set signed_out_at = coalesce(s.signed_out_at, h.left_at) from held h
where s.outlet_id = h.outlet_id and s.screen_id = h.screen_id and not h.of_its_own`,
};

/**
 * Marks the screens of these sign-ins and sellers as signed out, and those that have not been heard for a while and
 * whose sign-in has ended in any way. A screen that is still heard can still ring.
 */
const markSignedOut: Statement = {
  name: 'mark_signed_out_screens',
  sql: `
with held as (
  select s.outlet_id, s.screen_id
  from outlet_screens s join outlets o on o.id = s.outlet_id join accounts a on a.id = o.seller_id
  where s.signed_out_at is null and s.heard_at > $5::timestamptz
    and (s.heard_at <= $3::timestamptz or ${isAhead('s.heard_at', '$3')}) and (
    s.family = any (array(select jsonb_array_elements_text($1::jsonb)))
    or o.seller_id = any (array(select jsonb_array_elements_text($2::jsonb)))
    or (s.heard_at <= $4::timestamptz and not (${signInLasts('$3::timestamptz')})))
  order by s.outlet_id, s.screen_id for update of s
)
update outlet_screens s set signed_out_at = $3::timestamptz from held h
where s.outlet_id = h.outlet_id and s.screen_id = h.screen_id`,
};

const forgetOld: Statement = {
  name: 'forget_old_screens',
  sql: `
delete from outlet_screens where (outlet_id, screen_id) in (
  select outlet_id, screen_id from outlet_screens
  where (signed_out_at is null and heard_at <= $1::timestamptz) or signed_out_at <= $2::timestamptz
  order by outlet_id, screen_id for update
)`,
};

/** Sign-ins that have just ended: those of these families, and all of these sellers. */
export type EndedSignIns = { families: string[]; sellers: string[] };

/**
 * The screens that watch outlets. All of it is in the database, so every server sees the same, also after a restart.
 */
export function screensRepository(database: Database) {
  const before = (now: Date, ms: number) => new Date(now.getTime() - ms);
  async function keepSome(screens: WatchingScreen[], now: Date): Promise<void> {
    const rows = JSON.stringify(
      screens.map((screen) => ({
        outlet_id: screen.outletId,
        screen_id: screen.screenId,
        name: screen.screenName,
        family: screen.family,
        silent: screen.silent,
        came_at: screen.cameAt,
        heard_at: screen.heardAt,
      })),
    );
    await database.run(keepScreens, [rows, now]);
    await database.run(forgetReplaced, [rows, SCREEN_HEARD_WITHIN_MS]);
  }

  return {
    /** @param screens at most one of each outlet and id */
    async keep(screens: WatchingScreen[], now: Date): Promise<void> {
      // In batches: the embedded database runs one statement at a time, and orders must not wait for thousands of
      // rows.
      for (let from = 0; from < screens.length; from += MOST_AT_ONCE)
        await keepSome(screens.slice(from, from + MOST_AT_ONCE), now);
    },

    /** These screens stopped watching of their own accord. */
    async letGo(screens: { outletId: string; screenId: string; leftAt: Date }[], now: Date): Promise<void> {
      if (screens.length === 0) return;
      const rows = screens.map(({ outletId, screenId, leftAt }) => ({
        outlet_id: outletId,
        screen_id: screenId,
        left_at: leftAt,
      }));
      await database.run(letGo, [JSON.stringify(rows), now]);
    },

    /** Marks the screens whose sign-in has ended; those named here without waiting. */
    async markSignedOut({ families, sellers }: EndedSignIns, now: Date): Promise<void> {
      await database.run(markSignedOut, [
        JSON.stringify(families),
        JSON.stringify(sellers),
        now,
        before(now, SCREEN_HEARD_WITHIN_MS),
        before(now, WATCHED_WITHIN_MS),
      ]);
    },

    async forgetOld(now: Date): Promise<void> {
      await database.run(forgetOld, [before(now, WATCHED_WITHIN_MS), before(now, LOOKED_FOR_MS)]);
    },
  };
}
export type ScreensRepository = ReturnType<typeof screensRepository>;
