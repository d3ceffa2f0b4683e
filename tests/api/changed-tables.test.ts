import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { openPostgres } from '../../server/database/postgres-database.ts';
import { postgresPrograms, startPostgres } from '../support/servers/postgres.ts';

it.skipIf(!postgresPrograms)(
  'a statement that was prepared before a newer version changed its table is answered at every connection (B10)',
  async () => {
    const postgres = await startPostgres();
    if ('missing' in postgres) throw new Error(postgres.missing);
    const database = openPostgres(postgres.url);
    await sql`create table changing as select 1 as one`.execute(database.kysely);
    const threeAtOnce = () =>
      Promise.all(
        [1, 2, 3].map(() =>
          database.run({ name: 'changing', sql: 'select c.* from changing c, pg_sleep(0.2)' }, []),
        ),
      );
    expect(await threeAtOnce()).toEqual([[{ one: 1 }], [{ one: 1 }], [{ one: 1 }]]);
    await sql`alter table changing add column two int not null default 2`.execute(database.kysely);
    const both = [{ one: 1, two: 2 }];
    expect(await threeAtOnce()).toEqual([both, both, both]);
    await sql`drop table changing`.execute(database.kysely);
    await database.close();
    await postgres.stop();
  },
);
