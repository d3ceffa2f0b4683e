import type { Duplex } from 'node:stream';

/** How often some are asked whether their client has gone, in ms. */
const LOOK_EVERY_MS = 50;
/** A round of so many looks asks each once. */
const LOOKS = 20;
/** How many are asked in one look at least. */
const LEAST = 20;

/**
 * Notices within two seconds that clients have broken off, a few at a time. Node reports all that have ended since
 * the last turn of the event loop in one turn, thousands after a cut or in an attack, and everybody else would wait for
 * it. So connections on which nothing more is expected are read from only in their turn.
 * @returns watches a connection until it closes, or the result is called
 */
export function pacedEnds(): (connection: Duplex) => () => void {
  /** In the order of their turns. */
  const watched = new Set<Duplex>();
  let looking: NodeJS.Timeout | undefined;
  let looks = 0;
  /** How many are asked in each look of this round. */
  let few = LEAST;

  function look(): void {
    if (looks % LOOKS === 0) few = Math.max(LEAST, Math.ceil(watched.size / LOOKS));
    looks += 1;
    const asked = [...watched].slice(0, few);
    for (const connection of asked) connection.resume();
    // What has ended is reported before this.
    setImmediate(() => {
      for (const connection of asked) {
        // To the end of the line, if it is still watched.
        if (!watched.delete(connection) || connection.destroyed) continue;
        watched.add(connection.pause());
      }
      if (watched.size === 0) stop();
    });
  }

  function stop(): void {
    clearInterval(looking);
    looking = undefined;
  }

  return (connection) => {
    watched.add(connection);
    // At the end of a request, Node has its connection read from.
    setImmediate(() => watched.has(connection) && connection.pause());
    looking ??= setInterval(look, LOOK_EVERY_MS).unref();
    return () => {
      if (watched.delete(connection)) connection.resume();
    };
  };
}
