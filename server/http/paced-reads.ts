import type { Duplex } from 'node:stream';

/** A round of so many looks reads from each once. */
const LOOKS = 20;
/** How many are read from in one look at least. */
const LEAST = 20;

/**
 * Reads from connections a few at a time. Node handles all that has arrived since the last turn of the event loop in one
 * turn: the requests of thousands that asked in the same moment, or their ends after a cut or in an attack; and everybody
 * else would wait for it. So connections of which there may be thousands are read from only in their turn.
 * @param everyMs how often some are read from; twenty times that is the longest that one waits for its turn
 * @returns paces the reads of a connection until it closes, or the result is called
 */
export function pacedReads(everyMs: number): (connection: Duplex) => () => void {
  /** In the order of their turns. */
  const paced = new Set<Duplex>();
  let looking: NodeJS.Timeout | undefined;
  let looks = 0;
  /** How many are read from in each look of this round. */
  let few = LEAST;

  function look(): void {
    if (looks % LOOKS === 0) few = Math.max(LEAST, Math.ceil(paced.size / LOOKS));
    looks += 1;
    const read = [...paced].slice(0, few);
    for (const connection of read) connection.resume();
    // What has arrived is handled before this.
    setImmediate(() => {
      for (const connection of read) {
        // To the end of the line, if it is still paced.
        if (!paced.delete(connection) || connection.destroyed) continue;
        paced.add(connection.pause());
      }
      if (paced.size === 0) stop();
    });
  }

  function stop(): void {
    clearInterval(looking);
    looking = undefined;
  }

  return (connection) => {
    paced.add(connection);
    // At the end of a request, Node has its connection read from.
    setImmediate(() => paced.has(connection) && connection.pause());
    looking ??= setInterval(look, everyMs).unref();
    return () => {
      if (paced.delete(connection) && connection.isPaused()) connection.resume();
    };
  };
}
