import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { Database, Statement } from './database.ts';
import type { Schema } from './schema.ts';

const { Pool, TypeOverrides, types } = pg;

/** Sums are far below 2^53; both drivers give them as numbers (hazards B9). */
const typeParsers = new TypeOverrides();
typeParsers.setTypeParser(types.builtins.INT8, Number);

/** Opens a pool on a PostgreSQL server. Connects on first use. */
export function openPostgres(
  connectionString: string,
  { connections = 20, schema }: { connections?: number; schema?: string } = {},
): Database {
  const pool = new Pool({
    connectionString,
    max: connections,
    types: typeParsers,
    application_name: 'servery',
    ...(schema && { options: `-c search_path=${schema}` }),
  });
  // A connection that dies while idle is replaced at its next use.
  pool.on('error', () => undefined);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    async run<Row extends object>(statement: Statement, parameters: readonly unknown[]) {
      const { rows } = await pool.query<Row>({
        name: statement.name,
        text: statement.sql,
        values: [...parameters],
      });
      return rows;
    },
    async ping() {
      await pool.query('select 1');
    },
    async close() {
      await kysely.destroy();
    },
  };
}
