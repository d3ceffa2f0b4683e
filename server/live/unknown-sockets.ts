import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** Counts each network's connections that have not authenticated yet. */
export function unknownSockets(most: number, networkOf: (request: IncomingMessage) => string) {
  const counts = new Map<string, number>();
  const ends = new WeakMap<Socket, () => void>();

  return {
    /** Counts one more, unless its network has too many. */
    mayCome(request: IncomingMessage): boolean {
      const { socket } = request;
      const network = networkOf(request);
      const count = counts.get(network) ?? 0;
      if (count >= most) return false;
      counts.set(network, count + 1);
      const end = () => {
        if (!ends.delete(socket)) return;
        const left = (counts.get(network) ?? 1) - 1;
        if (left > 0) counts.set(network, left);
        else counts.delete(network);
      };
      ends.set(socket, end);
      socket.once('close', end);
      return true;
    },
    /** The connection has authenticated. */
    known: ({ socket }: IncomingMessage): void => ends.get(socket)?.(),
  };
}
