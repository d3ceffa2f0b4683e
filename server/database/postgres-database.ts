import { Kysely, PostgresDialect, type PostgresPool, type PostgresPoolClient } from 'kysely';
import pg from 'pg';
import { sqlState, type Database, type DatabaseError, type Statement } from './database.ts';
import { refusedWrites } from './refused-writes.ts';
import type { Schema } from './schema.ts';
import { endSilentConnections } from './silent-server.ts';

const { Pool, TypeOverrides, types } = pg;

/** Sums are far below 2^53, so both drivers return them as numbers. */
const typeParsers = new TypeOverrides();
typeParsers.setTypeParser(types.builtins.INT8, Number);

/** How long a request waits for a free or a new connection, in ms. */
const CONNECT_WITHIN_MS = 10_000;
/** How long a connection is in use before it is tried whether the server is still there, in ms. */
const SILENT_AFTER_MS = 10_000;
/** How long a connection is idle before the kernel asks whether its other end is there, in ms. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/**
 * How long a transaction may stand still before PostgreSQL ends it, in ms. A server that vanishes in one would otherwise
 * hold its locks for hours, and everything that needs one of those rows would wait at the other servers.
 */
const IDLE_TRANSACTION_MS = 15_000;

type PostgresOptions = {
  connections?: number;
  schema?: string;
  silentAfterMs?: number;
  idleTransactionMs?: number;
};

/** Opens a connection pool on a PostgreSQL server; connects at the first use. */
export function openPostgres(
  connectionString: string,
  {
    connections = 20,
    schema,
    silentAfterMs = SILENT_AFTER_MS,
    idleTransactionMs = IDLE_TRANSACTION_MS,
  }: PostgresOptions = {},
): Database {
  const pool = new Pool({
    connectionString,
    max: connections,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    idle_in_transaction_session_timeout: idleTransactionMs,
    types: typeParsers,
    application_name: 'servery',
    ...(schema && { options: `-c search_path=${schema}` }),
  });
  const refused = refusedWrites(pool);
  const endWatch = endSilentConnections(pool, silentAfterMs);
  // A connection that dies while idle is replaced at its next use.
  pool.on('error', () => undefined);
  // A connection that dies in use fails its statement. The pool handles errors of idle connections only, and an
  // unhandled error event would end the process.
  pool.on('connect', (client) => client.on('error', () => undefined));

  const asked = <Answer>(answer: Promise<Answer>): Promise<Answer> =>
    answer.catch((error: unknown) => {
      refused.note(error);
      throw asDatabaseError(error);
    });
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool: poolFor(pool, asked) }) });
  return {
    kysely,
    async run<Row extends object>(statement: Statement, parameters: readonly unknown[]) {
      const { name, sql: text } = statement;
      const query = { text, values: [...parameters] };
      const prepared = pool.query<Row>({ name, ...query }).catch((error: unknown) => {
        if (hasOldPlan(error)) return pool.query<Row>(query);
        throw error;
      });
      return (await asked(prepared)).rows;
    },
    ping: () => asked(refused.check()),
    async close() {
      await kysely.destroy();
      endWatch();
    },
  };
}

type Asked = <Answer>(answer: Promise<Answer>) => Promise<Answer>;

/** The pool as Kysely expects it, with the errors of the database port. */
function poolFor(pool: pg.Pool, asked: Asked): PostgresPool {
  /** Kysely tells connections apart by identity. */
  const known = new WeakMap<pg.PoolClient, PostgresPoolClient>();
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await asked(pool.connect());
      const made = known.get(client) ?? clientFor(client, asked);
      known.set(client, made);
      return made;
    },
  };
}

function clientFor(client: pg.PoolClient, asked: Asked): PostgresPoolClient {
  return {
    // Kysely's type also allows cursors, which nothing here uses.
    query: ((text: string, values: unknown[]) =>
      asked(client.query(text, values))) as unknown as PostgresPoolClient['query'],
    release: (destroy) => client.release(destroy),
  };
}

/**
 * Whether a statement was prepared before a newer version changed its table: it was not carried out, and can be, without
 * being prepared. The message of that error may be in any language.
 */
const hasOldPlan = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.routine === 'RevalidateCachedQuery';

/**
 * An error that PostgreSQL did not report itself is one of the connection, unless the program made a mistake. So is that
 * it has ended a connection whose transaction stood still.
 */
function asDatabaseError(error: unknown): unknown {
  if (
    (error instanceof pg.DatabaseError && error.code !== sqlState.idleTransaction) ||
    error instanceof TypeError ||
    error instanceof RangeError
  )
    return error;
  const reason = error instanceof Error ? error.message : String(error);
  return Object.assign(new Error(`The database cannot be reached (${reason}).`, { cause: error }), {
    code: sqlState.connectionFailure,
  }) satisfies DatabaseError;
}
