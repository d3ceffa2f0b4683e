import { sql } from 'kysely';
import { sqlState, type Database, type DatabaseError } from '../database/database.ts';
import type { PgliteDatabase } from '../database/pglite-database.ts';

/** The most that wait for a next test. */
const MOST_IDLE = 3;
/** Those in which a test may have changed more than rows. */
const changed = new WeakSet<Database>();

/** The database is not given to another test. */
export const notForReuse = (database: Database): void => void changed.add(database);

/**
 * Databases that are emptied when a test closes them, and given to the next one: opening one takes ten times as long.
 * What was closed answers nothing any more.
 * @param open opens one that is migrated and empty
 */
export function reusedDatabases(open: () => Promise<PgliteDatabase>): () => Promise<PgliteDatabase> {
  const idle: PgliteDatabase[] = [];

  async function putBack(opened: PgliteDatabase): Promise<void> {
    await emptyAllTables.execute(opened.kysely);
    idle.push(opened);
  }

  return async () => {
    const opened = idle.pop() ?? (await open());
    let closing: Promise<void> | undefined;
    const check = () => {
      if (closing) throw gone();
    };
    const database: PgliteDatabase = {
      kysely: opened.kysely.withPlugin({
        transformQuery({ node }) {
          check();
          return node;
        },
        transformResult: async ({ result }) => result,
      }),
      async run<Row extends object>(...statement: Parameters<Database['run']>) {
        check();
        return opened.run<Row>(...statement);
      },
      async ping() {
        check();
        await opened.ping();
      },
      async dump() {
        check();
        return opened.dump();
      },
      close() {
        const reusable = !changed.has(database) && idle.length < MOST_IDLE;
        return (closing ??= reusable ? putBack(opened) : opened.close());
      },
    };
    return database;
  };
}

const gone = (): DatabaseError =>
  Object.assign(new Error('The database is closed'), { code: sqlState.crashShutdown });

/** Also puts back what a test set for its connection. There are no sequences. */
const emptyAllTables = sql`do $$
declare name regclass; filled boolean;
begin
  reset all;
  perform pg_advisory_unlock_all();
  set local session_replication_role = replica;
  for name in
    select oid from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and relname <> 'migrations'
  loop
    execute format('select exists (select from %s)', name) into filled;
    if filled then execute format('delete from %s', name); end if;
  end loop;
end $$`;
