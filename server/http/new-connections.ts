import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { pacedReads } from './paced-reads.ts';

/** So many on which nothing was asked yet are read from at any time. */
const AT_ONCE = 100;
/** With more of them, how often a twentieth of the others is read from, in ms. */
const LOOK_EVERY_MS = 5;

/**
 * Reads the first requests of thousands of connections that are opened in one moment a few at a time, each within a
 * tenth of a second. Others have their turn between.
 */
export function paceNewConnections(http: Server): void {
  const inTurn = pacedReads(LOOK_EVERY_MS);
  /** Those on which nothing was asked yet, with what ends their wait. */
  const unasked = new Map<Socket, (() => void) | undefined>();
  const asked = ({ socket }: IncomingMessage) => {
    unasked.get(socket)?.();
    unasked.delete(socket);
  };
  http.on('connection', (socket) => {
    unasked.set(socket, unasked.size < AT_ONCE ? undefined : inTurn(socket));
    socket.once('close', () => unasked.delete(socket));
  });
  http.on('request', asked);
  http.on('upgrade', asked);
}
