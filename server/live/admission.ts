import type { IncomingMessage } from 'node:http';
import type { FastifyBaseLogger } from 'fastify';
import pLimit from 'p-limit';
import { handshakeRefusals } from '#shared/api/live.ts';
import type { Redis } from '../core/redis.ts';
import { sellerRoom, type LiveServer, type SocketCaller } from './outlet-socket.ts';

const MOST_SOCKETS_PER_SELLER = 50;
/** Handshakes that are looked at together: those of all tills after a restart leave the database to requests (hazards R8). */
const HANDSHAKES_AT_ONCE = 16;

export type AdmissionOptions = {
  authenticate(token: string): Promise<SocketCaller | null>;
  log: FastifyBaseLogger;
  redis: Redis | null;
};

/** Lets in who has a token, up to so many sockets of one seller. Tells whether a seller has too many at this server. */
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

  /** While the other servers cannot be asked, each keeps to the limit by itself. */
  async function socketsElsewhere(sellerId: string): Promise<number> {
    if (!redis) return 0;
    try {
      const counts = await redis.soon(() => io.serverSideEmitWithAck('socketsOf', sellerId));
      return counts.reduce((sum, count) => sum + count, 0);
    } catch {
      return 0;
    }
  }
  io.on('socketsOf', (sellerId, answer) => answer(socketsOf(sellerId)));

  return { hasTooMany: (sellerId: string) => socketsOf(sellerId) > MOST_SOCKETS_PER_SELLER };
}

/** Browsers send the page's origin and apply no other rule to WebSockets (hazards R12). */
export function mayConnect({ headers }: IncomingMessage, allowedOrigins: readonly string[]): boolean {
  const { origin, host } = headers;
  if (origin === undefined || allowedOrigins.includes(origin)) return true;
  return URL.canParse(origin) && new URL(origin).host === host;
}
