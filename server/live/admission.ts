import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { handshakeRefusals } from '#shared/api/live.ts';
import type { Redis } from '../core/redis.ts';
import { within } from '../core/within.ts';
import { sellerRoom, type LiveServer, type SocketCaller } from './outlet-socket.ts';

const MOST_SOCKETS_PER_SELLER = 50;
/**
 * Handshakes that run at once: after a restart all tills connect together, and other requests need the database too.
 */
const HANDSHAKES_AT_ONCE = 16;
/** How long the other servers' answers are waited for. */
const ANSWER_WITHIN_MS = 1_000;
/** How long they are not asked again where one gave none, so that the second is not added to every handshake. */
const SPARED_MS = 5_000;

export type AdmissionOptions = {
  authenticate(token: string): Promise<SocketCaller | null>;
  log: FastifyBaseLogger;
  redis: Redis | null;
};

/**
 * Admits sockets with a valid token, up to a limit per seller. Returns a check whether a seller has too many at this
 * server.
 */
export function admitSockets(io: LiveServer, { authenticate, log, redis }: AdmissionOptions) {
  const admitting = pLimit(HANDSHAKES_AT_ONCE);
  io.use((socket, next) => {
    const token: unknown = socket.handshake.auth['token'];
    admitting(() => admit(typeof token === 'string' ? token : ''))
      .then((admitted) => {
        if ('refused' in admitted) return next(new Error(admitted.refused));
        socket.data.caller = admitted.caller;
        return next();
      })
      .catch((error: unknown) => {
        log.error({ err: error }, 'a handshake failed');
        next(new Error('UNAVAILABLE'));
      });
  });

  async function admit(token: string): Promise<{ caller: SocketCaller } | { refused: string }> {
    const caller = await authenticate(token);
    if (!caller) return { refused: handshakeRefusals.token };
    if (!caller.verified) return { refused: handshakeRefusals.account };
    const open = socketsOf(caller.id) + (await socketsElsewhere(caller.id));
    return open < MOST_SOCKETS_PER_SELLER ? { caller } : { refused: handshakeRefusals.crowded };
  }

  const socketsOf = (sellerId: string) => io.sockets.adapter.rooms.get(sellerRoom(sellerId))?.size ?? 0;

  let sparedUntil = 0;

  /**
   * While the other servers cannot be asked, each applies the limit to its own sockets. Redis counts a server that
   * vanished without a word among them for minutes: that one is silent, and not Redis.
   */
  async function socketsElsewhere(sellerId: string): Promise<number> {
    if (!redis || performance.now() < sparedUntil) return 0;
    try {
      const servers = await redis.soon(() => io.of('/').adapter.serverCount());
      if (servers <= 1) return 0;
      const asked = io.serverSideEmitWithAck('socketsOf', sellerId);
      const counts = await within(ANSWER_WITHIN_MS, asked, () => {
        sparedUntil = performance.now() + SPARED_MS;
        return [];
      });
      return counts.reduce((sum, count) => sum + count, 0);
    } catch {
      return 0;
    }
  }
  io.on('socketsOf', (sellerId, answer) => answer(socketsOf(sellerId)));

  return { hasTooMany: (sellerId: string) => socketsOf(sellerId) > MOST_SOCKETS_PER_SELLER };
}

/** Browsers send the page's origin but do not apply the same-origin policy to WebSockets. */
export function mayConnect({ headers }: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
