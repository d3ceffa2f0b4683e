import { parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads';
import { PGlite, type PGliteOptions } from '@electric-sql/pglite';
import { assertNever } from '#shared/base/assert-never.ts';
import { freeBytes, LEAST_FREE_BYTES } from '../core/disk-space.ts';
import { sqlState } from './database.ts';
import { logUpkeep } from './log-upkeep.ts';
import type {
  PlainDatabaseError,
  WorkerOptions,
  WorkerReply,
  WorkerRequest,
  WorkerStarted,
} from './pglite-messages.ts';
import { runPrepared } from './prepared-statements.ts';
import { flushLog, SyncedNodeFs, syncedStartParams } from './synced-node-fs.ts';

/**
 * Runs PGlite on its own thread, so that neither a long query nor a sync blocks the server. It has one connection:
 * statements run in the order of their arrival, and while a transaction is open, only its own.
 */

/** The most answers that wait for one flush. */
const LARGEST_GROUP = 64;
const INT8 = 20;
const QUIET_MS = 60_000;

const port = parentPort;
if (!port) throw new Error('This is a worker');
const send = (message: WorkerReply[] | WorkerStarted) => port.postMessage(message);

const {
  dataDir,
  template,
  quietMs = QUIET_MS,
  leastFreeBytes = LEAST_FREE_BYTES,
} = workerData as WorkerOptions;
const parsers = { [INT8]: Number };
const options: PGliteOptions = {
  parsers,
  ...(dataDir && { fs: new SyncedNodeFs(dataDir), startParams: syncedStartParams }),
  ...(template && { loadDataDir: new Blob([template]) }),
};

const queue: WorkerRequest[] = [];
let open: number | null = null;
let running = false;

const db = await PGlite.create(options).catch((error: unknown) => {
  send({ kind: 'failed', message: error instanceof Error ? error.message : String(error) });
  process.exit(1);
});
const upkeep = logUpkeep(db, {
  quietMs,
  whileIdle: (task) => void (running || open !== null || drainAfter(task)),
});
port.on('message', (requests: WorkerRequest[]) => {
  queue.push(...requests);
  if (!running) void drain();
});
send({ kind: 'ready' });

async function drainAfter(task: () => Promise<void>): Promise<void> {
  running = true;
  await attempt(task);
  await drain();
}

/** Upkeep that fails is tried again after more has been written. */
async function attempt(task: () => Promise<void>): Promise<void> {
  await task().catch((error: unknown) => {
    if (isTheEnd(error)) throw error;
  });
}

async function drain(): Promise<void> {
  running = true;
  for (let next = takeNext(); next; next = takeNext()) {
    const replies: WorkerReply[] = [];
    let wrote = false;
    const full = dataDir !== null && freeBytes(dataDir) < leastFreeBytes;
    for (
      let request: WorkerRequest | null = next;
      request;
      request = replies.length < LARGEST_GROUP ? takeNext() : null
    ) {
      if (full && (request.kind === 'ping' || opensWrite(request))) {
        replies.push({ id: request.id, ok: false, error: diskFull });
        continue;
      }
      wrote ||= mayWrite(request);
      replies.push(await answer(request));
    }
    // No answer leaves this thread before all that was written since the last flush is on disk.
    if (wrote && dataDir) upkeep.flushed(await flush());
    send(replies);
    if (open === null) await attempt(upkeep.whatIsDue);
  }
  running = false;
}

async function flush(): Promise<string> {
  const [row] = await runPrepared(db, { ...flushLog, parameters: [] });
  return (row as { log_end: string }).log_end;
}

/**
 * Receives the messages that have arrived meanwhile, so that they share the flush: PGlite never yields to the event
 * loop.
 */
function receive(from: NonNullable<typeof port>): void {
  for (let got = receiveMessageOnPort(from); got; got = receiveMessageOnPort(from))
    queue.push(...(got.message as WorkerRequest[]));
}

function takeNext(): WorkerRequest | null {
  if (port) receive(port);
  const index = open === null ? 0 : queue.findIndex((request) => transactionOf(request) === open);
  return queue.splice(index, index < 0 ? 0 : 1)[0] ?? null;
}

function transactionOf(request: WorkerRequest): number | null {
  return 'transaction' in request ? request.transaction : null;
}

/** A statement inside a transaction is written with its commit. */
function mayWrite(request: WorkerRequest): boolean {
  if (request.kind === 'commit') return true;
  if (request.kind === 'run') return writes(request.sql);
  return request.kind === 'query' && request.transaction === null && writes(request.sql);
}

/** Whether a request must not begin on a full disk; a transaction that has begun may end. */
function opensWrite(request: WorkerRequest): boolean {
  return request.kind === 'begin' || (request.kind !== 'commit' && mayWrite(request));
}

/** A list of queries (`with`) reads if nothing in it writes; in doubt a statement counts as a write. */
function writes(sql: string): boolean {
  if (/^\s*with\b/i.test(sql)) return /\b(insert|update|delete|merge)\b/i.test(sql);
  return !/^\s*(select|show)\b/i.test(sql);
}

async function answer(request: WorkerRequest): Promise<WorkerReply> {
  const { id } = request;
  try {
    switch (request.kind) {
      case 'query': {
        const { rows, affectedRows } = await db.query<object>(request.sql, [...request.parameters]);
        return { id, ok: true, rows, affected: affectedRows ?? 0 };
      }
      case 'run':
        return { id, ok: true, rows: await runPrepared(db, request), affected: 0 };
      case 'begin':
        await db.exec(request.isolation ? `begin isolation level ${request.isolation}` : 'begin');
        open = request.transaction;
        return done(id);
      case 'commit':
      case 'rollback':
        open = null;
        await db.exec(request.kind);
        return done(id);
      case 'ping':
        await db.query('select 1');
        return done(id);
      case 'dump': {
        // After this checkpoint the files alone are the whole database, and reopening has nothing to recover.
        await db.exec('checkpoint');
        const dump = await db.dumpDataDir('none');
        return { ...done(id), dump: await dump.arrayBuffer() };
      }
      case 'close':
        await db.close();
        return done(id);
      default:
        return assertNever(request);
    }
  } catch (error) {
    if (isTheEnd(error)) throw error;
    return { id, ok: false, error: plain(error) };
  }
}

/** After a PANIC (no room for the log, a failed sync) PGlite only seems to go on; reopening recovers. */
function isTheEnd(error: unknown): boolean {
  const { severity } = error as { severity?: unknown };
  const trapped = error instanceof Error && error.name === 'RuntimeError';
  return trapped || severity === 'PANIC' || severity === 'FATAL';
}

const diskFull: PlainDatabaseError = {
  message: 'The disk of the data folder is full',
  code: sqlState.diskFull,
};

function done(id: number): { id: number; ok: true; rows: object[]; affected: number } {
  return { id, ok: true, rows: [], affected: 0 };
}

function plain(error: unknown): PlainDatabaseError {
  const { message, code, constraint, detail } = error as Partial<PlainDatabaseError>;
  return { message: message ?? String(error), code: code ?? 'XX000', constraint, detail };
}
