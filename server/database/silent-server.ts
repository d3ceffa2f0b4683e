import pg from 'pg';

/**
 * A PostgreSQL server that vanishes without a word resets no connection, and a statement would wait for its answer for
 * many minutes. So while a connection has been in use for `afterMs`, a new one asks which connections the server has
 * that answers there now, which may be the standby of the one that vanished. Those in use that it does not have are
 * ended, and their statements fail; all of them if nothing answers. A statement may take as long as it likes on a server
 * that is there. Returns a function that ends the watch.
 */
export function endSilentConnections(pool: pg.Pool, afterMs: number): () => void {
  const madeAt = new WeakMap<pg.PoolClient, number>();
  const inUse = new Map<pg.PoolClient, number>();
  let looking = false;
  pool.on('connect', (client) => madeAt.set(client, performance.now()));
  pool.on('acquire', (client) => inUse.set(client, performance.now()));
  pool.on('release', (_error, client) => inUse.delete(client));

  async function look(): Promise<void> {
    const since = performance.now() - afterMs;
    const waiting = [...inUse].filter(([, from]) => from <= since);
    if (looking || waiting.length === 0) return;
    looking = true;
    const has = await connectionsThere(pool.options, afterMs);
    looking = false;
    for (const [client, from] of waiting) {
      const isThere = has(processOf(client), performance.now() - (madeAt.get(client) ?? 0));
      if (!isThere && inUse.get(client) === from) void end(client);
    }
  }

  const timer = setInterval(() => void look(), afterMs / 2).unref();
  return () => clearInterval(timer);
}

/** Whether the server has the connection of this process that was made so many ms ago. */
type Connections = (processId: number | null, ageMs: number) => boolean;

/** What a connection's end may notice of its beginning later than the other end does, in ms. */
const MADE_WITHIN_MS = 10_000;

/** The role's own connections, with their ages by the server's clock: two servers may have the same process ids. */
const THERE = `select pid, (extract(epoch from clock_timestamp() - backend_start) * 1000)::float8 as age
  from pg_stat_activity where usename = current_user`;

/** Asks over a new connection. A server that refuses in time may have them all. */
async function connectionsThere(
  { connectionString }: pg.PoolOptions,
  withinMs: number,
): Promise<Connections> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; age: number }>(THERE);
    const ages = new Map(rows.map(({ pid, age }) => [pid, age]));
    // A pooler makes up the process ids that it gives, and tells itself whether its server is there.
    if (!ages.has(processOf(client) ?? 0)) return () => true;
    return (processId, ageMs) => (ages.get(processId ?? 0) ?? -Infinity) > ageMs - MADE_WITHIN_MS;
  } catch (error) {
    return () => error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}

const processOf = (client: pg.PoolClient | pg.Client) =>
  (client as { processID?: number | null }).processID ?? null;

/** With a statement under way, this cuts the connection at once. */
async function end(client: pg.PoolClient): Promise<void> {
  await (client as unknown as pg.Client).end().catch(() => undefined);
}
