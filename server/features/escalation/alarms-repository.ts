import type { Alarm } from '#shared/api/escalation.ts';
import { checksumOf } from '../../database/checksum.ts';
import type { Database, Statement } from '../../database/database.ts';
import { isUnderWay } from './alerts-repository.ts';
import { isUnseen } from './due-orders.ts';

type AlarmRow = {
  id: string;
  drill: boolean;
  outlet_id: string;
  outlet_name: string;
  order_number: number | null;
  table_number: string | null;
  since: Date;
};

/** Unseen orders whose screens are to ring, and drills that are under way. */
const alarms = `
select o.id, false as drill, t.id as outlet_id, t.name as outlet_name, t.seller_id, o.order_number, o.table_number,
  coalesce(o.paid_at, o.created_at) as since
from orders o join outlets t on t.id = o.outlet_id
join alerts b on b.subject_id = o.id and b.rung = 'screens' and b.target = 'screens'
where ${isUnseen}
union all
select d.id, true, t.id, t.name, t.seller_id, null, null, d.started_at
from drills d join outlets t on t.id = d.outlet_id
join alerts b on b.subject_id = d.id and b.target = 'screens'
where ${isUnderWay}`;

const ofSeller: Statement = {
  name: 'alarms_of_seller',
  sql: `select * from (${alarms}) a where seller_id = $2 order by since limit 100`,
};

const sums: Statement = {
  name: 'alarm_sums',
  sql: `select seller_id, ${checksumOf('id')} as sum from (${alarms}) a group by seller_id`,
};

/** At most a hundred screens answer for one alarm: more than a seller can have. */
const heard: Statement = {
  name: 'alarm_heard',
  sql: `
insert into alerts as b (id, subject_id, outlet_id, rung, target, name, at, state, settled_at, arrived_at)
select gen_random_uuid()::text, a.id, a.outlet_id, case when a.drill then 'drill' else 'screens' end,
  'screen:' || $4::text, $5::text, $1::timestamptz, 'delivered', $1::timestamptz, $1::timestamptz
from (${alarms}) a
where a.seller_id = $2 and a.id in (select jsonb_array_elements_text($3::jsonb))
  and (select count(*) from alerts n where n.subject_id = a.id) < 200
on conflict (subject_id, rung, target) do update set arrived_at = excluded.arrived_at, name = excluded.name
where b.arrived_at is null`,
};

/** What every screen of a seller rings for. */
export function alarmsRepository(database: Database) {
  return {
    async ofSeller(sellerId: string, now: Date): Promise<Alarm[]> {
      const rows = await database.run<AlarmRow>(ofSeller, [now, sellerId]);
      return rows.map((row) => ({
        id: row.id,
        drill: row.drill,
        outletId: row.outlet_id,
        outletName: row.outlet_name,
        orderNumber: row.order_number,
        tableNumber: row.table_number,
        since: row.since.toISOString(),
      }));
    },

    /** A checksum for each seller who has any; it changes whenever they do. */
    async sums(now: Date): Promise<Map<string, string>> {
      const rows = await database.run<{ seller_id: string; sum: string }>(sums, [now]);
      return new Map(rows.map(({ seller_id: seller, sum }) => [seller, sum]));
    },

    /** A screen rings for these; alarms of another seller, and those that are over, are skipped. */
    async heard(
      sellerId: string,
      ids: string[],
      screen: { screenId: string; screenName: string },
      now: Date,
    ): Promise<void> {
      await database.run(heard, [now, sellerId, JSON.stringify(ids), screen.screenId, screen.screenName]);
    },
  };
}
