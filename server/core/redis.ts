import type { FastifyBaseLogger } from 'fastify';
import { createClient } from 'redis';

/** What servers share events and limits through (D41). It may go away at any time: nothing that is owed to anybody is only here. */
export type Redis = {
  readonly client: ReturnType<typeof connect>;
  /** Resolves while Redis answers; rejects where it does not, within a second. */
  ping(): Promise<void>;
  /** Resolves as `work` does; rejects at once where Redis is away or was silent just now, and after a second of silence. */
  soon<T>(work: () => Promise<T>): Promise<T>;
  close(): Promise<void>;
};

const ANSWER_WITHIN_MS = 1_000;
/** How long a Redis that fell silent is left alone, so that it does not cost every request that second. */
const SPARED_MS = 2_000;
const LONGEST_RECONNECT_MS = 1_000;
/** Events that wait for Redis to come back. What goes beyond is found by the next fetch of each till (D32). */
const MOST_WAITING = 5_000;

/** Starts to connect to `url` and goes on trying for as long as it takes; whoever needs Redis now is told that it is away. */
export function openRedis(url: string, log: FastifyBaseLogger): Redis {
  const client = connect(url);
  let told: 'here' | 'away' | null = null;
  client.on('ready', () => {
    if (told === 'away') log.info({ event: 'redis-back' });
    told = 'here';
  });
  client.on('error', (error: Error) => {
    // It says so at every attempt.
    if (told !== 'away') log.warn({ event: 'redis-away', reason: error.message });
    told = 'away';
  });
  // It ends only by being closed while it still tries.
  client.connect().catch(() => undefined);

  let sparedUntil = 0;

  async function soon<T>(work: () => Promise<T>): Promise<T> {
    if (!client.isReady || Date.now() < sparedUntil) throw new Error('Redis is away');
    let timer: NodeJS.Timeout | undefined;
    const silence = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => {
        sparedUntil = Date.now() + SPARED_MS;
        reject(new Error('Redis does not answer'));
      }, ANSWER_WITHIN_MS);
    });
    try {
      return await Promise.race([work(), silence]);
    } finally {
      clearTimeout(timer);
    }
  }

  return {
    client,
    soon,
    async ping() {
      await soon(() => client.ping());
    },
    async close() {
      if (client.isReady) await client.close();
      else if (client.isOpen) client.destroy();
    },
  };
}

function connect(url: string) {
  return createClient({
    url,
    RESP: 2,
    commandsQueueMaxLength: MOST_WAITING,
    socket: { reconnectStrategy: (tries) => Math.min(LONGEST_RECONNECT_MS, 50 * 2 ** Math.min(tries, 8)) },
  });
}
