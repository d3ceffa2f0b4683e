/** The messages between the main thread and the PGlite worker. */

/** `transaction` is the id of the transaction that a statement belongs to; null for a statement of its own. */
export type WorkerRequest =
  | { id: number; kind: 'query'; sql: string; parameters: readonly unknown[]; transaction: number | null }
  /** Prepared under its name at its first use; never used within a transaction. */
  | { id: number; kind: 'run'; name: string; sql: string; parameters: readonly unknown[] }
  | { id: number; kind: 'begin' | 'commit' | 'rollback'; transaction: number; isolation?: string | undefined }
  /** Refused while nothing can be written. */
  | { id: number; kind: 'ping' }
  | { id: number; kind: 'dump' }
  | { id: number; kind: 'close' };

export type WorkerReply =
  | { id: number; ok: true; rows: object[]; affected: number; dump?: ArrayBuffer }
  | { id: number; ok: false; error: PlainDatabaseError };

/** A database error in a form that can cross between threads. */
export type PlainDatabaseError = {
  message: string;
  code: string;
  constraint?: string | undefined;
  detail?: string | undefined;
};

export type WorkerOptions = {
  /** Null keeps everything in memory; for tests. */
  dataDir: string | null;
  /** A dump to start from; the folder must not have a database then. */
  template?: ArrayBuffer;
  /** How long no write must have happened before a vacuum, in ms. */
  quietMs?: number;
  /** With less free disk space than this, writes are refused. */
  leastFreeBytes?: number;
};

export type WorkerStarted = { kind: 'ready' } | { kind: 'failed'; message: string };
