import { createAdapter } from '@socket.io/redis-streams-adapter';
import type { Redis } from '../core/redis.ts';

type CreateAdapter = ReturnType<typeof createAdapter>;

/**
 * socket.io's adapter over a Redis stream, which resumes after a break. By itself the adapter notifies this server's
 * own sockets only once Redis has taken the message, and not at all while Redis is away; and one of its rejected
 * promises would end the process. Here the own sockets are notified at once, and Redis takes what it can: a till that
 * misses an event fetches.
 */
export function betweenServers({ client }: Redis): CreateAdapter {
  const duplicate = client.duplicate.bind(client);
  Object.defineProperty(client, 'duplicate', { value: () => patient(duplicate()) });
  const publish = client.publish.bind(client);
  Object.defineProperty(client, 'publish', {
    value: (channel: string, message: Buffer) => publish(channel, message).catch(() => 0),
  });
  const create = createAdapter(client, { streamName: 'servery:live', channelPrefix: 'servery:live' });
  // socket.io calls it with `new`, which an arrow function does not allow.
  return function adapterOf(namespace) {
    const adapter = create(namespace);
    const send = adapter.doPublish.bind(adapter);
    adapter.doPublish = async (message) => {
      void Promise.resolve(send(message)).catch(() => undefined);
      return '';
    };
    const count = adapter.serverCount.bind(adapter);
    adapter.serverCount = () => count().catch(() => 1);
    return adapter;
  };
}

type Client = Redis['client'];
const TRY_AGAIN_MS = 500;

/** Retries a subscription that fails because the connection breaks. */
function patient(client: Client): Client {
  const subscribe = client.subscribe.bind(client);
  const untilSubscribed = async (...channels: Parameters<Client['subscribe']>): Promise<void> => {
    try {
      await subscribe(...channels);
    } catch {
      setTimeout(() => client.isOpen && void untilSubscribed(...channels), TRY_AGAIN_MS).unref();
    }
  };
  return Object.defineProperty(client, 'subscribe', { value: untilSubscribed });
}
