import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * The database port: PGlite in a worker, or a PostgreSQL server, with the same SQL.
 * A commit that was acknowledged is on the disk.
 */
export interface Database {
  /** Ordinary queries and transactions. Transactions are short and contain no network call. */
  readonly kysely: Kysely<Schema>;
  /**
   * Runs one of the frequent statements, prepared once per connection if the driver can. Rejects with {@link
   * DatabaseError}.
   */
  run<Row extends object>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]>;
  /** Resolves while the database answers and accepts writes; rejects otherwise. */
  ping(): Promise<void>;
  /** Finishes running statements, then closes. */
  close(): Promise<void>;
}

/** One SQL statement with `$1…` parameters; `name` is unique in the program. */
export type Statement = { readonly name: string; readonly sql: string };

/** How both drivers report a statement that was refused or got no answer. `code` is the SQLSTATE. */
export type DatabaseError = Error & { code: string; constraint?: string | undefined };

/** The SQLSTATEs that the server acts on. */
export const sqlState = {
  uniqueViolation: '23505',
  checkViolation: '23514',
  foreignKeyViolation: '23503',
  diskFull: '53100',
  readOnly: '25006',
  notPermitted: '42501',
  /** The database ended the connection of a transaction that stood still. */
  idleTransaction: '25P03',
  /** No connection, or a connection that broke: whether the statement was carried out is unknown. */
  connectionFailure: '08006',
  /** The database has gone; also reported for the embedded one. */
  crashShutdown: '57P02',
} as const;

export function isDatabaseError(error: unknown, code: string, constraint?: string): error is DatabaseError {
  if (!(error instanceof Error) || !('code' in error) || error.code !== code) return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}
