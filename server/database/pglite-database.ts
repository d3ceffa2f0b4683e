import { Worker } from 'node:worker_threads';
import {
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import { sqlState, type Database, type DatabaseError, type Statement } from './database.ts';
import { lockDataFolder } from './data-folder-lock.ts';
import type {
  PlainDatabaseError,
  WorkerOptions,
  WorkerReply,
  WorkerRequest,
  WorkerStarted,
} from './pglite-messages.ts';
import type { Schema } from './schema.ts';

/** The embedded database, with the operations that only it has. */
export type PgliteDatabase = Database & {
  /** The whole database as an uncompressed archive. */
  dump(): Promise<ArrayBuffer>;
};

export function isEmbedded(database: Database): database is PgliteDatabase {
  return 'dump' in database;
}

/** Called once on an unrecoverable failure: exit; reopening recovers. */
export type OnLost = (error: Error) => void;

/**
 * Opens PGlite in `dataDir` (null: in memory) on a worker thread. Throws if another process holds the folder, or if
 * PGlite cannot open it; the folder is then left unchanged.
 */
export async function openPglite(
  options: WorkerOptions,
  onLost: OnLost = () => undefined,
): Promise<PgliteDatabase> {
  const lock = options.dataDir === null ? null : lockDataFolder(options.dataDir);
  const dataDir = options.dataDir === null ? null : `${options.dataDir}/pglite`;
  let link: WorkerLink;
  try {
    link = await WorkerLink.start({ ...options, dataDir }, onLost);
  } catch (error) {
    lock?.release();
    throw new CannotOpen(options.dataDir ?? 'memory', error);
  }
  const kysely = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new WorkerDriver(link),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  });
  return {
    kysely,
    async run<Row extends object>(statement: Statement, parameters: readonly unknown[]) {
      const { rows } = await link.ask({ kind: 'run', ...statement, parameters });
      return rows as Row[];
    },
    async ping() {
      await link.ask({ kind: 'ping' });
    },
    async dump() {
      const { dump } = await link.ask({ kind: 'dump' });
      if (!dump) throw new Error('The worker gave no dump');
      return dump;
    },
    async close() {
      await link.close();
      lock?.release();
    },
  };
}

/** The database cannot be opened; nothing in its folder was changed. */
export class CannotOpen extends Error {
  readonly reason: string;

  constructor(folder: string, cause: unknown) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    super(`The database in ${folder} could not be opened (${reason}). It was left as it is.`, { cause });
    this.name = 'CannotOpen';
    this.reason = reason;
  }
}

type Answer = Extract<WorkerReply, { ok: true }>;
type Asked = { resolve: (answer: Answer) => void; reject: (error: Error) => void };
type WithoutId<R> = R extends WorkerRequest ? Omit<R, 'id'> : never;

/** Sends requests to the worker and matches its answers. Requests of one turn of the event loop share a message. */
class WorkerLink {
  readonly #worker: Worker;
  readonly #asked = new Map<number, Asked>();
  #outgoing: WorkerRequest[] = [];
  #lastId = 0;
  #gone: Error | null = null;
  #closing = false;
  readonly #onLost: OnLost;

  private constructor(worker: Worker, onLost: OnLost) {
    this.#worker = worker;
    this.#onLost = onLost;
    worker.on('message', (replies: WorkerReply[]) => replies.forEach((reply) => this.#settle(reply)));
    worker.on('error', (error) => this.#end(error));
    worker.on('exit', () => this.#end(new Error('The database is closed')));
  }

  static start(options: WorkerOptions, onLost: OnLost): Promise<WorkerLink> {
    const extension = import.meta.url.endsWith('.ts') ? 'ts' : 'js';
    // Under `node --watch` a thread reports each import to its parent, among our own messages.
    const { WATCH_REPORT_DEPENDENCIES: _, ...env } = process.env;
    const worker = new Worker(new URL(`./pglite-worker.${extension}`, import.meta.url), {
      workerData: options,
      env,
    });
    return new Promise((resolve, reject) => {
      const died = () => reject(new Error('it ended while opening'));
      worker.once('error', reject).once('exit', died);
      worker.once('message', (started: WorkerStarted) => {
        worker.off('error', reject).off('exit', died);
        if (started.kind === 'ready') resolve(new WorkerLink(worker, onLost));
        else reject(new Error(started.message));
      });
    });
  }

  ask(request: WithoutId<WorkerRequest>): Promise<Answer> {
    if (this.#gone) return Promise.reject(this.#gone);
    return new Promise((resolve, reject) => {
      const id = ++this.#lastId;
      this.#asked.set(id, { resolve, reject });
      if (this.#outgoing.length === 0) queueMicrotask(() => this.#flush());
      this.#outgoing.push({ ...request, id });
    });
  }

  async close(): Promise<void> {
    if (this.#gone) return;
    this.#closing = true;
    await this.ask({ kind: 'close' });
    await this.#worker.terminate();
  }

  #flush(): void {
    this.#worker.postMessage(this.#outgoing);
    this.#outgoing = [];
  }

  #settle(reply: WorkerReply): void {
    const asked = this.#asked.get(reply.id);
    this.#asked.delete(reply.id);
    if (reply.ok) asked?.resolve(reply);
    else asked?.reject(databaseError(reply.error));
  }

  #end(error: Error): void {
    if (this.#gone) return;
    const gone = databaseError({
      message: `The database has stopped: ${error.message}`,
      code: sqlState.crashShutdown,
    });
    this.#gone = gone;
    for (const { reject } of this.#asked.values()) reject(gone);
    this.#asked.clear();
    if (!this.#closing) this.#onLost(gone);
  }
}

function databaseError({ message, code, constraint, detail }: PlainDatabaseError): DatabaseError {
  return Object.assign(new Error(message), { code, constraint, detail });
}

class WorkerDriver implements Driver {
  readonly #link: WorkerLink;
  #lastTransaction = 0;

  constructor(link: WorkerLink) {
    this.#link = link;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<WorkerConnection> {
    return new WorkerConnection(this.#link);
  }

  async beginTransaction(
    connection: WorkerConnection,
    { isolationLevel }: TransactionSettings,
  ): Promise<void> {
    const transaction = ++this.#lastTransaction;
    await this.#link.ask({ kind: 'begin', transaction, isolation: isolationLevel });
    connection.transaction = transaction;
  }

  async commitTransaction(connection: WorkerConnection): Promise<void> {
    await this.#end(connection, 'commit');
  }

  async rollbackTransaction(connection: WorkerConnection): Promise<void> {
    await this.#end(connection, 'rollback');
  }

  async #end(connection: WorkerConnection, kind: 'commit' | 'rollback'): Promise<void> {
    const { transaction } = connection;
    if (transaction === null) return;
    connection.transaction = null;
    await this.#link.ask({ kind, transaction });
  }

  async releaseConnection(): Promise<void> {}
  /** The database closes itself; Kysely must not. */
  async destroy(): Promise<void> {}
}

class WorkerConnection implements DatabaseConnection {
  transaction: number | null = null;
  readonly #link: WorkerLink;

  constructor(link: WorkerLink) {
    this.#link = link;
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, affected } = await this.#link.ask({
      kind: 'query',
      sql,
      parameters,
      transaction: this.transaction,
    });
    return { rows: rows as R[], numAffectedRows: BigInt(affected) };
  }

  // oxlint-disable-next-line require-yield -- the interface asks for a generator; no caller streams
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('The embedded database does not stream');
  }
}
