/** What the main thread and the PGlite worker say to each other. */

/** `transaction` names the transaction a statement belongs to; null for one of its own. */
export type WorkerRequest =
  | { id: number; kind: 'query'; sql: string; parameters: readonly unknown[]; transaction: number | null }
  /** Prepared under its name at its first use; never within a transaction. */
  | { id: number; kind: 'run'; name: string; sql: string; parameters: readonly unknown[] }
  | { id: number; kind: 'begin' | 'commit' | 'rollback'; transaction: number; isolation?: string | undefined }
  /** Refused where nothing can be written. */
  | { id: number; kind: 'ping' }
  | { id: number; kind: 'dump' }
  | { id: number; kind: 'close' };

export type WorkerReply =
  | { id: number; ok: true; rows: object[]; affected: number; dump?: ArrayBuffer }
  | { id: number; ok: false; error: PlainDatabaseError };

/** A database error as it crosses between threads. */
export type PlainDatabaseError = {
  message: string;
  code: string;
  constraint?: string | undefined;
  detail?: string | undefined;
};

export type WorkerOptions = {
  /** Null keeps everything in memory; for tests. */
  dataDir: string | null;
  /** A dump to start from; the folder must then have no database. */
  template?: ArrayBuffer;
  /** How long nothing must have been written before a vacuum, in ms. */
  quietMs?: number;
  /** Below this nothing more is written. */
  leastFreeBytes?: number;
};

export type WorkerStarted = { kind: 'ready' } | { kind: 'failed'; message: string };
