import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/** A connection, with what tells whether anything was read from it. */
type Connection = Duplex & Pick<Socket, 'bytesRead'>;

/** A round of so many looks reads from each once, while there is little to read. */
const LOOKS = 20;
/** How many are read from in one look at least. */
const LEAST = 10;
/**
 * The longest that one look may take, in ms: it reads from fewer after one that read something and took longer, and from more
 * after others. That others kept the server busy meanwhile is no reason.
 */
const LONG_MS = 3;
/** A look that took so long, in ms, had something to read; others then have as many times as long as it took. */
const WORK_MS = 1;
const RESTS = 3;

function first<T>(count: number, all: Iterable<T>): T[] {
  const found: T[] = [];
  for (const one of all) {
    if (found.length === count) break;
    found.push(one);
  }
  return found;
}

/**
 * Reads from connections a few at a time. Node handles all that has arrived since the last turn of the event loop in one
 * turn: the requests of thousands that asked in the same moment, or their ends after a cut or in an attack; and everybody
 * else would wait for it. So connections of which there may be thousands are read from only in their turn.
 * @param everyMs how often some are read from while there is little to read; twenty times that is the longest that one
 * waits for its turn then
 * @returns paces the reads of a connection until it closes, or the result is called
 */
export function pacedReads(everyMs: number): (connection: Connection) => () => void {
  /** In the order of their turns. */
  const paced = new Set<Connection>();
  let looking: NodeJS.Timeout | undefined;
  /** How many are read from in the next look. */
  let few = LEAST;

  function look(): void {
    const began = performance.now();
    const read = first(few, paced);
    const before = read.map(({ bytesRead }) => bytesRead);
    for (const connection of read) connection.resume();
    // What has arrived is handled before this.
    setImmediate(() => {
      const hasRead = read.some(
        ({ bytesRead, readableEnded, destroyed }, index) =>
          bytesRead !== before[index] || readableEnded || destroyed,
      );
      for (const connection of read) {
        // To the end of the line, if it is still paced.
        if (!paced.delete(connection) || connection.destroyed) continue;
        paced.add(connection.pause());
      }
      lookAgain(hasRead ? performance.now() - began : 0);
    });
  }

  function lookAgain(tookMs: number): void {
    const enough = Math.max(LEAST, Math.ceil(paced.size / LOOKS));
    few = tookMs > LONG_MS ? Math.max(LEAST, Math.floor(few / 2)) : Math.min(enough, 2 * few);
    const rest = tookMs > WORK_MS ? Math.min(everyMs, RESTS * tookMs) : everyMs;
    looking = paced.size > 0 ? setTimeout(look, rest).unref() : undefined;
  }

  return (connection) => {
    paced.add(connection);
    // At the end of a request, Node has its connection read from.
    setImmediate(() => paced.has(connection) && connection.pause());
    looking ??= setTimeout(look, everyMs).unref();
    return () => {
      if (paced.delete(connection) && connection.isPaused()) connection.resume();
    };
  };
}
