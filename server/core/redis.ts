import type { FastifyBaseLogger } from 'fastify';
import { createClient } from 'redis';
import { within } from './within.ts';

/**
 * How servers share events and limits. Redis may go away at any time, so nothing that must last is stored only
 * there.
 */
export type Redis = {
  readonly client: ReturnType<typeof connect>;
  /** Resolves while Redis answers; rejects after a second without an answer. */
  ping(): Promise<void>;
  /**
   * Settles as `work` does. Rejects at once while Redis is away or was silent just now, and after a second of
   * silence.
   */
  soon<T>(work: () => Promise<T>): Promise<T>;
  /** Sends what is waiting, if Redis takes it at once: a stop does not wait for one that is silent. */
  close(): Promise<void>;
};

const ANSWER_WITHIN_MS = 1_000;
/** Part of a stop's time limit, most of which requests in flight may have used. */
const CLOSED_WITHIN_MS = 500;
/** How long a silent Redis is not asked again, so that the second of waiting is not added to every request. */
const SPARED_MS = 2_000;
const LONGEST_RECONNECT_MS = 1_000;
/** How often a connection asks whether Redis is there. */
const PING_EVERY_MS = 1_000;
/** How many of these times in a row may pass without an answer before the connection is replaced. */
const MOST_SILENT_PINGS = 5;
/** A connection on which nothing moves for so long is replaced. Those that read events wait for up to 5 s. */
const SILENT_MS = 8_000;
/** Events that are queued for Redis while it is away. Each till finds the ones beyond at its next fetch. */
const MOST_WAITING = 5_000;

/** Connects to `url` and retries without end; calls that need Redis meanwhile are rejected. */
export function openRedis(url: string, log: FastifyBaseLogger): Redis {
  const client = connect(url);
  let told: 'here' | 'away' | null = null;
  client.on('ready', () => {
    if (told === 'away') log.info({ event: 'redis-back' });
    told = 'here';
  });
  client.on('error', (error: Error) => {
    // The client reports the same error at each attempt.
    if (told !== 'away') log.warn({ event: 'redis-away', reason: error.message });
    told = 'away';
  });
  // Rejects only when it is closed before it has connected.
  client.connect().catch(() => undefined);

  const endWatch = replaceSilent(client);
  let sparedUntil = 0;

  async function soon<T>(work: () => Promise<T>): Promise<T> {
    if (!client.isReady || performance.now() < sparedUntil) throw new Error('Redis is away');
    return within(ANSWER_WITHIN_MS, work(), () => {
      sparedUntil = performance.now() + SPARED_MS;
      throw new Error('Redis does not answer');
    });
  }

  return {
    client,
    soon,
    async ping() {
      await soon(() => client.ping());
    },
    async close() {
      endWatch();
      if (client.isReady) await within(CLOSED_WITHIN_MS, client.close(), () => client.destroy());
      else if (client.isOpen) client.destroy();
    },
  };
}

/**
 * A Redis whose host vanishes without a word resets no connection. One that is only read is replaced by its timeout;
 * here each event that is sent moves bytes, so the answers to pings count. Returns a function that ends the watch.
 */
function replaceSilent(client: Redis['client']): () => void {
  let silent = 0;
  for (const event of ['ready', 'ping-interval']) client.on(event, () => (silent = 0));
  const timer = setInterval(() => {
    if (!client.isReady || (silent += 1) <= MOST_SILENT_PINGS) return;
    client.destroy();
    client.emit('error', new Error('Redis does not answer'));
    client.connect().catch(() => undefined);
  }, PING_EVERY_MS).unref();
  return () => clearInterval(timer);
}

function connect(url: string) {
  return createClient({
    url,
    RESP: 2,
    commandsQueueMaxLength: MOST_WAITING,
    pingInterval: PING_EVERY_MS,
    socket: {
      socketTimeout: SILENT_MS,
      reconnectStrategy: (tries) => Math.min(LONGEST_RECONNECT_MS, 50 * 2 ** Math.min(tries, 8)),
    },
  });
}
