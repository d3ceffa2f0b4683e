import pg from 'pg';
import type { ServerProcess } from '../../../demo/server-process.ts';
import { seedPassword } from '../../../demo/seed-rows.ts';
import { fakeStripe, type FakeStripe } from '../../../server/testing/fake-stripe.ts';
import { ownPostgres } from '../../support/servers/postgres.ts';
import { redisProgram, testRedis } from '../../support/servers/redis.ts';
import { sellerEmail, startServers } from '../../support/servers/servers.ts';
import { startPlatform } from '../../support/shop/platform.ts';
import type { Mode } from '../schedule.ts';

/** Real server processes that can be killed and started again, with a card provider's stand-in beside them. */
export type Platform = {
  mode: Mode;
  outletId: string;
  email: string;
  password: string;
  stripe: FakeStripe;
  servers: number;
  /** The port of that server, or of another that lives; null if none does. */
  port(preferred: number): number | null;
  /** Ends that server with `kill -9`; the data stays. */
  kill(server: number): Promise<void>;
  restart(server: number): Promise<void>;
  /** Null on the embedded database. */
  postgres: {
    kill(): Promise<void>;
    start(): Promise<void>;
    /** One statement as the database’s owner; the rows that it returns. */
    run(sql: string, values?: unknown[]): Promise<object[]>;
  } | null;
  redis: { kill(): Promise<void>; start(): Promise<void>; freeze(): void; thaw(): void } | null;
  dataDir: string | null;
  stop(): Promise<void>;
};

const cardsOf = (stripe: FakeStripe) => ({
  STRIPE_SECRET_KEY: stripe.secretKey,
  STRIPE_WEBHOOK_SECRETS: stripe.webhookKey,
  STRIPE_CLIENT_ID: stripe.clientId,
  STRIPE_API_BASE: stripe.origin,
});

export async function openPlatform(mode: Mode): Promise<Platform | { missing: string }> {
  const stripe = await fakeStripe();
  const platform = mode === 'embedded' ? await embedded(stripe) : await twoServers(stripe);
  if ('missing' in platform) await stripe.close();
  return platform;
}

async function embedded(stripe: FakeStripe): Promise<Platform> {
  const platform = await startPlatform(cardsOf(stripe), []);
  const { outletId, email, password, dataDir } = platform;
  return {
    mode: 'embedded',
    outletId,
    email,
    password,
    dataDir,
    stripe,
    servers: 1,
    port: () => Number(new URL(platform.origin).port),
    kill: async () => void (await platform.end('SIGKILL')),
    restart: () => platform.restart(),
    postgres: null,
    redis: null,
    async stop() {
      await platform.stop();
      await stripe.close();
    },
  };
}

async function runAt(connectionString: string, sql: string, values: unknown[] = []): Promise<object[]> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  try {
    // Several statements at once may have no values.
    return (await client.query<object>(sql, values.length > 0 ? values : undefined)).rows;
  } finally {
    await client.end();
  }
}

async function twoServers(stripe: FakeStripe): Promise<Platform | { missing: string }> {
  if (!redisProgram) return { missing: 'no Redis: install redis-server' };
  const postgres = await ownPostgres();
  if ('missing' in postgres) return postgres;
  const redis = await testRedis();
  await Promise.all([postgres.start(), redis.start()]);
  const servers = await startServers(postgres.url, { ...cardsOf(stripe), REDIS_URL: redis.url });
  const running: (ServerProcess | null)[] = await Promise.all([servers.start(), servers.start()]);
  const portOf = (server: ServerProcess) => Number(new URL(server.origin).port);
  return {
    mode: 'two-servers',
    outletId: servers.outletId,
    email: sellerEmail,
    password: seedPassword,
    dataDir: null,
    stripe,
    servers: 2,
    port(preferred) {
      const alive = running[preferred] ?? running.find((server) => server !== null);
      return alive ? portOf(alive) : null;
    },
    async kill(at) {
      const server = running[at];
      running[at] = null;
      server?.process.kill('SIGKILL');
      await server?.ended;
    },
    async restart(at) {
      running[at] = await servers.start();
    },
    postgres: {
      run: (sql, values) => runAt(servers.databaseUrl, sql, values),
      kill: () => postgres.stop('immediate'),
      start: () => postgres.start(),
    },
    redis,
    async stop() {
      await servers.stop();
      await redis.stop();
      await postgres.remove();
      await stripe.close();
    },
  };
}
