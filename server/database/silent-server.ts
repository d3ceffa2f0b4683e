import pg from 'pg';

/**
 * A PostgreSQL server that vanishes without a word resets no connection, and a statement would wait for its answer for
 * many minutes. So while a connection has been in use for `afterMs`, it is tried whether the server still accepts a
 * new one; if not, those in use are ended, and their statements fail. A statement may take as long as it likes on a
 * server that is there. Returns a function that ends the watch.
 */
export function endSilentConnections(pool: pg.Pool, afterMs: number): () => void {
  const inUse = new Map<pg.PoolClient, number>();
  let looking = false;
  pool.on('acquire', (client) => inUse.set(client, performance.now()));
  pool.on('release', (_error, client) => inUse.delete(client));

  async function look(): Promise<void> {
    const since = performance.now() - afterMs;
    const waiting = [...inUse].filter(([, from]) => from <= since);
    if (looking || waiting.length === 0) return;
    looking = true;
    const isThere = await answers(pool.options, afterMs);
    looking = false;
    if (isThere) return;
    for (const [client, from] of waiting) if (inUse.get(client) === from) void end(client);
  }

  const timer = setInterval(() => void look(), afterMs / 2).unref();
  return () => clearInterval(timer);
}

/** Whether a server accepts a new connection in time, or says why it does not. */
async function answers({ connectionString }: pg.PoolOptions, withinMs: number): Promise<boolean> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: withinMs });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return true;
  } catch (error) {
    return error instanceof pg.DatabaseError;
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** With a statement under way, this cuts the connection at once. */
async function end(client: pg.PoolClient): Promise<void> {
  await (client as unknown as pg.Client).end().catch(() => undefined);
}
