import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** How long a connection may wait for room, in ms. A program that retries at once is answered only this often. */
const WAITS_MS = 3_000;
/**
 * How long a connection has its place at least, unless it authenticates, in ms: a handshake costs the server more than the
 * program that breaks it off.
 */
const PLACE_MS = 2_000;

type Line = { open: number; waiting: Set<() => void> };

/** Counts each network's connections that have not authenticated yet. */
export function unknownSockets(most: number, networkOf: (request: IncomingMessage) => string) {
  const lines = new Map<string, Line>();
  const ends = new WeakMap<Socket, () => void>();

  function roomIn(line: Line, socket: Socket): Promise<boolean> {
    if (line.open < most) {
      line.open += 1;
      return Promise.resolve(true);
    }
    return new Promise((resolve) => {
      const end = (hasRoom: boolean) => {
        clearTimeout(timer);
        line.waiting.delete(admit);
        socket.off('close', leave);
        resolve(hasRoom);
      };
      const admit = () => end(true);
      const leave = () => end(false);
      const timer = setTimeout(leave, WAITS_MS).unref();
      line.waiting.add(admit);
      socket.once('close', leave);
    });
  }

  function left(network: string, line: Line): void {
    const [next] = line.waiting;
    if (next) return next();
    line.open -= 1;
    if (line.open === 0) lines.delete(network);
  }

  return {
    /** Counts one more, if its network has room for it within a few seconds. */
    async mayCome(request: IncomingMessage): Promise<boolean> {
      const { socket } = request;
      const network = networkOf(request);
      const line = lines.get(network) ?? { open: 0, waiting: new Set() };
      lines.set(network, line);
      if (!(await roomIn(line, socket))) return false;
      const cameAt = performance.now();
      const end = () => {
        if (ends.delete(socket)) left(network, line);
      };
      const endLater = () => void setTimeout(end, Math.max(0, cameAt + PLACE_MS - performance.now())).unref();
      ends.set(socket, end);
      if (socket.destroyed) endLater();
      else socket.once('close', endLater);
      return true;
    },
    /** The connection has authenticated. */
    known: ({ socket }: IncomingMessage): void => ends.get(socket)?.(),
  };
}
