/** The whole product's server on DATABASE_URL and REDIS_URL, with a driver that makes it emit orders. */
import { createApp } from '../../server/app.ts';
import { systemClock } from '../../server/core/clock.ts';
import { openDatabase } from '../../server/database/open-database.ts';
import { readLimits, usualLimits } from '../../server/limits/limits.ts';
import { testProvider } from '../../server/payments/test-provider.ts';
import { answers, cpuUsed, memoryHeld } from './bench-process.ts';
import { emitOrders } from './emit-orders.ts';

const env = (name: string) => process.env[name] ?? '';
const database = await openDatabase({ databaseUrl: env('DATABASE_URL'), dataDir: env('DATA_DIR') });
const app = await createApp({
  config: {
    tokenSecret: env('TOKEN_SECRET'),
    dataDir: env('DATA_DIR'),
    s3: null,
    orderExpiryMs: 600_000,
    leadsKeptMs: 730 * 24 * 60 * 60_000,
    corsOrigins: [],
    trustProxy: [],
    limits: readLimits(env('LIMITS').split(',')) ?? usualLimits,
    logLevel: 'warn',
    redisUrl: env('REDIS_URL') || null,
    senders: {
      mail: null,
      vapid: null,
      subject: 'mailto:bench@servery.test',
      privateHosts: [],
      privatePushHosts: [],
    },
  },
  database,
  clock: systemClock,
  payments: testProvider(),
});
answers(await app.server.listen({ port: 0, host: '127.0.0.1' }), {
  memory: memoryHeld,
  cpu: cpuUsed,
  emit: ({ rooms, durationMs }: { rooms: string[]; durationMs: number }) =>
    emitOrders(rooms, durationMs, (room, update) => app.live.orderChanged(room, update)),
});
