import { CLOCKS_DIFFER_MS, type Clock } from '../core/clock.ts';
import type { Database, Statement } from '../database/database.ts';
import { batchedRead } from '../database/batched-read.ts';
import { latestBy } from '../database/latest-by.ts';
import type { Counted, CounterStore } from './counters.ts';

const asked = `
asked as (
  select * from jsonb_to_recordset($1::jsonb) as a (key text, cost int, most int, ends_at timestamptz)
)`;

/**
 * Whether the window of a count `l` lasts ($2: now); `ends` is when one would end that begins now. One that ends later is from
 * before the clock was set back, and is over.
 */
const lasts = (ends: string) => `l.window_ends_at > $2::timestamptz
  and l.window_ends_at <= ${latestBy(ends)}`;

/** Counts and tells in one statement: of many at the same moment only so many find room. Ordered, against deadlocks. */
const takeAll: Statement = {
  name: 'limits_take',
  sql: `
with ${asked}, spent as (
  select l.window_ends_at from asked a join rate_limits l on l.key = a.key
  where ${lasts('a.ends_at')} and l.hits + a.cost > a.most
), counted as (
  insert into rate_limits as l (key, hits, window_ends_at)
  select key, cost, ends_at from asked where not exists (select 1 from spent) order by key
  on conflict (key) do update set
    hits = case when ${lasts('excluded.window_ends_at')} then l.hits else 0 end + excluded.hits,
    window_ends_at = case when ${lasts('excluded.window_ends_at')} then l.window_ends_at
      else excluded.window_ends_at end
  returning key, hits, window_ends_at
)
select window_ends_at from spent
union all
select c.window_ends_at from counted c join asked a on a.key = c.key where c.hits > a.most`,
};

const readAll: Statement = {
  name: 'limits_read',
  sql: `
select key, hits, window_ends_at from rate_limits
where key = any (array(select jsonb_array_elements_text($1::jsonb))) and window_ends_at > $2::timestamptz`,
};

const addAll: Statement = {
  name: 'limits_add',
  sql: `
with ${asked}, taken_off as (
  update rate_limits l set hits = greatest(0, l.hits + a.cost) from asked a
  where l.key = a.key and a.cost < 0 and l.hits > 0 and ${lasts('a.ends_at')}
)
insert into rate_limits as l (key, hits, window_ends_at)
select key, cost, ends_at from asked where cost > 0 order by key
on conflict (key) do update set
  hits = case when ${lasts('excluded.window_ends_at')} then l.hits else 0 end + excluded.hits,
  window_ends_at = case when ${lasts('excluded.window_ends_at')} then l.window_ends_at else excluded.window_ends_at end`,
};

type Count = { key: string; hits: number; window_ends_at: Date };

/** A restart does not forget these. */
export function countersInDatabase(database: Database, clock: Clock): CounterStore {
  const countOf = batchedRead<string, Count>(
    (key) => key,
    async (keys) => {
      const rows = await database.run<Count>(readAll, [JSON.stringify(keys), clock.now()]);
      return new Map(rows.map((row) => [row.key, row]));
    },
  );
  const given = (charges: Counted[], now: Date) =>
    JSON.stringify(
      charges.map(({ key, cost, most, windowMs }) => ({
        key,
        cost,
        most,
        ends_at: new Date(now.getTime() + windowMs),
      })),
    );
  const secondsUntil = (ends: { window_ends_at: Date }[], now: Date) =>
    ends.length === 0
      ? null
      : Math.max(...ends.map((end) => (end.window_ends_at.getTime() - now.getTime()) / 1000));

  return {
    async take(charges) {
      const now = clock.now();
      return secondsUntil(await database.run<Count>(takeAll, [given(charges, now), now]), now);
    },
    async look(charges) {
      const latest = clock.now().getTime() + CLOCKS_DIFFER_MS;
      const counts = await Promise.all(
        charges.map(async ({ key, windowMs }) => {
          const count = await countOf(key);
          return count && count.window_ends_at.getTime() <= latest + windowMs ? count : null;
        }),
      );
      const spent = counts.filter((count, index) => {
        const charge = charges[index];
        return count !== null && charge !== undefined && count.hits + charge.cost > charge.most;
      });
      return {
        wait: secondsUntil(spent as Count[], clock.now()),
        counted: counts.some((count) => count !== null && count.hits > 0),
      };
    },
    async add(charges) {
      const now = clock.now();
      await database.run(addAll, [given(charges, now), now]);
    },
  };
}
