import { randomUUID } from 'node:crypto';
import { closeSync, fdatasync, openSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { PGlite } from '@electric-sql/pglite';
import { orderBody } from './floor-postgres.ts';

const sync = promisify(fdatasync);

/**
 * Raw PGlite by default, with one fdatasync of its newest log file before the acknowledgement; concurrent callers
 * share one (group commit).
 */
export async function openPgliteFloor(dataDir: string) {
  const db = await PGlite.create(dataDir);
  await db.exec(`
    create table floor_sessions (id int primary key, orders int not null);
    create table floor_orders (id text primary key, session_id int not null, body jsonb not null);
    insert into floor_sessions select i, 0 from generate_series(1, 64) i;
  `);
  const logs = path.join(dataDir, 'pg_wal');
  // Each stays open: a sync of the one before may not have begun yet.
  const opened = new Map<string, number>();
  const newestLog = () => {
    const names = readdirSync(logs).filter((name) => /^[0-9A-F]{24}$/.test(name));
    const changed = (name: string) => statSync(path.join(logs, name)).mtimeMs;
    const name = names.toSorted((a, b) => changed(b) - changed(a))[0];
    if (name === undefined) throw new Error('PGlite has no log');
    const fd = opened.get(name) ?? openSync(path.join(logs, name), 'r+');
    opened.set(name, fd);
    return fd;
  };
  // Finding the newest log needs a directory listing; a log holds 16 MB, so an occasional look is enough for a floor.
  let fd = newestLog();
  const look = setInterval(() => (fd = newestLog()), 500);

  let next: Promise<void> | null = null;
  const synced = () => {
    next ??= (running ?? Promise.resolve()).then(() => {
      running = sync(fd);
      next = null;
      return running;
    });
    return next;
  };
  let running: Promise<void> | null = null;

  return {
    async order(caller: number) {
      await db.transaction(async (tx) => {
        await tx.query('insert into floor_orders values ($1, $2, $3)', [
          randomUUID(),
          1 + (caller % 64),
          orderBody,
        ]);
        await tx.query('update floor_sessions set orders = orders + 1 where id = $1', [1 + (caller % 64)]);
      });
      await synced();
    },
    async close() {
      clearInterval(look);
      for (const log of opened.values()) closeSync(log);
      await db.close();
    },
  };
}
