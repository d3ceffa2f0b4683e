import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { pacedStarts } from '../limits/paced-starts.ts';

/** How long a connection may wait for room, in ms. A program that retries at once is answered only this often. */
const WAITS_MS = 3_000;
/**
 * How long a connection has its place at least, unless it authenticates, in ms: a handshake costs the server more than the
 * program that breaks it off.
 */
const PLACE_MS = 2_000;
/**
 * How long after another a place that has become free goes to the next that waits, in ms: many places become free at the
 * same moment, and as many handshakes at once would keep everybody else waiting.
 */
const HANDED_EVERY_MS = 20;
/** After a restart all tills come at once, and each waits for its answer for some seconds only. */
const PACE = { rests: 3, longestRestMs: 25 };

type Line = {
  open: number;
  waiting: Set<() => void>;
  /** Free places that are on their way to those that wait, and when the last of them gets there. */
  handing: number;
  handedAt: number;
};

/** Counts each network's connections that have not authenticated yet, and paces them: thousands may come at once. */
export function unknownSockets(most: number, networkOf: (request: IncomingMessage) => string) {
  const lines = new Map<string, Line>();
  const inTurn = pacedStarts(PACE);
  const ends = new WeakMap<Socket, () => void>();

  function left(network: string, line: Line): void {
    if (line.waiting.size <= line.handing) return closePlace(network, line);
    const now = performance.now();
    line.handing += 1;
    line.handedAt = Math.max(now, line.handedAt + HANDED_EVERY_MS);
    setTimeout(() => {
      line.handing -= 1;
      const [next] = line.waiting;
      if (next) next();
      else closePlace(network, line);
    }, line.handedAt - now).unref();
  }

  function closePlace(network: string, line: Line): void {
    line.open -= 1;
    if (line.open === 0) lines.delete(network);
  }

  return {
    /** Counts one more, if its network has room for it within a few seconds. */
    async mayCome(request: IncomingMessage): Promise<boolean> {
      const { socket } = request;
      const network = networkOf(request);
      const line = lines.get(network) ?? { open: 0, waiting: new Set(), handing: 0, handedAt: 0 };
      lines.set(network, line);
      if (!(await roomIn(line, most, socket))) return false;
      await new Promise<void>((resolve) => inTurn(network, resolve));
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

/** Whether the connection gets a place, at once or in its turn. */
function roomIn(line: Line, most: number, socket: Socket): Promise<boolean> {
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
