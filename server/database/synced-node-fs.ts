import { fsyncSync } from 'node:fs';
import { PGlite } from '@electric-sql/pglite';
import { NodeFS } from '@electric-sql/pglite/nodefs';
import type { Statement } from './database.ts';
import { upkeepStartParams } from './log-upkeep.ts';

type EmscriptenModule = {
  NODEFS: { stream_ops: { fsync?: (stream: { nfd: number }) => number } };
};

/**
 * PGlite's file system with a working fsync. By default PGlite runs with `-F` and its file system has no fsync at
 * all: nothing that it acknowledges has reached the disk. This depends on the internals of the pinned PGlite version;
 * a test counts the system calls.
 */
export class SyncedNodeFs extends NodeFS {
  override async init(...[pg, options]: Parameters<NodeFS['init']>): ReturnType<NodeFS['init']> {
    const made = await super.init(pg, options);
    const addFsync = (module: unknown) => {
      (module as EmscriptenModule).NODEFS.stream_ops.fsync = (stream) => {
        fsyncSync(stream.nfd);
        return 0;
      };
    };
    made.emscriptenOpts.preRun = [...(made.emscriptenOpts.preRun ?? []), addFsync];
    return made;
  }
}

/** PGlite's own start parameters with syncing on; `fdatasync` would do nothing there. */
export const syncedStartParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  '-c',
  'fsync=on',
  '-c',
  'wal_sync_method=fsync',
  '-c',
  'synchronous_commit=off',
  ...upkeepStartParams,
];

/**
 * Flushes the log to disk up to here. Commits do not wait for it one by one (`synchronous_commit=off`): the worker
 * runs what is waiting, flushes once, and only then answers. With 16 callers that makes 3,300 small commits a second;
 * a sync for each makes 2,000.
 */
export const flushLog: Statement = {
  name: 'flush_log',
  sql: "select pg_logical_emit_message(false, 'flush', '', true) as log_end",
};
