import type { Kysely } from 'kysely';
import type { Schema } from './schema.ts';

/**
 * The database port: PGlite in a worker, or a PostgreSQL server, behind the same SQL (D41).
 * A commit that was acknowledged has reached the disk.
 */
export interface Database {
  /** Ordinary queries and transactions. Transactions are short and hold no network call. */
  readonly kysely: Kysely<Schema>;
  /** Runs one of the hot statements; prepared once per connection where the driver can. Errors are {@link DatabaseError}s. */
  run<Row extends object>(statement: Statement, parameters: readonly unknown[]): Promise<Row[]>;
  /** Resolves while the database answers and takes what is written; rejects where it does not. */
  ping(): Promise<void>;
  /** Finishes what runs, then closes. */
  close(): Promise<void>;
}

/** One SQL statement with `$1…` parameters, under a name that is unique in the program. */
export type Statement = { readonly name: string; readonly sql: string };

/** What both drivers report of a statement that was refused, or that no answer came to. `code` is the SQLSTATE. */
export type DatabaseError = Error & { code: string; constraint?: string | undefined };

/** SQLSTATEs the server acts on. */
export const sqlState = {
  uniqueViolation: '23505',
  checkViolation: '23514',
  foreignKeyViolation: '23503',
  diskFull: '53100',
  readOnly: '25006',
  notPermitted: '42501',
  /** No connection to the database, or one that broke off: nobody knows whether the statement was carried out. */
  connectionFailure: '08006',
  /** The database has gone; also what is said of the embedded one. */
  crashShutdown: '57P02',
} as const;

export function isDatabaseError(error: unknown, code: string, constraint?: string): error is DatabaseError {
  if (!(error instanceof Error) || !('code' in error) || error.code !== code) return false;
  return constraint === undefined || ('constraint' in error && error.constraint === constraint);
}
