import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { pacedReads } from './paced-reads.ts';

/** With so many on which nothing was asked yet, none of them waits for its turn. */
const AT_ONCE = 100;
/** A connection waits for no turn at first, in ms: most clients ask as soon as they are connected. */
const ASKS_WITHIN_MS = 20;
/** How often a twentieth of those that wait is read from, in ms. */
const LOOK_EVERY_MS = 5;

/**
 * Reads the first requests of thousands of connections that were opened before a few at a time: each within a tenth of a
 * second, or within some seconds while the server is busy. Others have their turn between.
 */
export function paceNewConnections(http: Server): void {
  const inTurn = pacedReads(LOOK_EVERY_MS);
  /** Those on which nothing was asked yet, with what ends their wait. */
  const unasked = new Map<Socket, () => void>();
  const noLonger = (socket: Socket) => {
    unasked.get(socket)?.();
    unasked.delete(socket);
  };
  const asked = ({ socket }: IncomingMessage) => noLonger(socket);
  http.on('connection', (socket) => {
    const waits = setTimeout(() => {
      if (unasked.size > AT_ONCE) unasked.set(socket, inTurn(socket));
    }, ASKS_WITHIN_MS);
    unasked.set(socket, () => clearTimeout(waits));
    socket.once('close', () => noLonger(socket));
  });
  http.on('request', asked);
  http.on('upgrade', asked);
}
