import { randomUUID } from 'node:crypto';
import pg from 'pg';

/** The least rows of a durable order: the order itself, and its session's counter. */
const tables = `
  create table if not exists floor_sessions (id int primary key, orders int not null);
  create table if not exists floor_orders (id text primary key, session_id int not null, body jsonb not null);
  insert into floor_sessions select i, 0 from generate_series(1, 64) i on conflict do nothing;
`;

export const orderBody = JSON.stringify({
  customerName: 'Priya Raman',
  tableNumber: '7',
  note: 'Nut allergy at this table, please keep separate',
  items: Array.from({ length: 4 }, (_, index) => ({
    id: `item-${index}`,
    name: 'Beer-battered haddock',
    quantity: 2,
    cost: 1550,
    modifications: [{ name: 'Curry sauce', cost: 150 }],
  })),
});

/** Raw PostgreSQL: BEGIN, insert, update, COMMIT, each in its own round trip, with prepared statements. */
export async function openPostgresFloor(url: string, connections: number) {
  const clients = Array.from({ length: connections }, () => new pg.Client({ connectionString: url }));
  await Promise.all(clients.map((client) => client.connect()));
  await clients[0]?.query(tables);
  return {
    async order(caller: number) {
      const client = clients[caller % connections];
      if (!client) throw new Error('No connection');
      await client.query('begin');
      await client.query({
        name: 'floor_insert',
        text: 'insert into floor_orders values ($1, $2, $3)',
        values: [randomUUID(), 1 + (caller % 64), orderBody],
      });
      await client.query({
        name: 'floor_update',
        text: 'update floor_sessions set orders = orders + 1 where id = $1',
        values: [1 + (caller % 64)],
      });
      await client.query('commit');
    },
    close: () => Promise.all(clients.map((client) => client.end())),
  };
}
