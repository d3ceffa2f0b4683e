import type { LiveServer, OutletSocket } from './outlet-socket.ts';

/** How many bytes may be queued for a client that does not read before it is cut. */
const MOST_QUEUED_BYTES = 4 * 1024 * 1024;

/** The parts of a connection's WebSocket that engine.io's types leave out. */
type RawSocket = { bufferedAmount: number; terminate(): void };

/**
 * Terminates clients that have stopped reading; they fetch what they missed when they reconnect. A regular disconnect
 * would wait behind everything that they have not read, and would tell them not to reconnect.
 */
export function dropStalled(io: LiveServer, watching: Iterable<string>): void {
  for (const id of watching) {
    const connection = io.sockets.sockets.get(id)?.conn;
    const raw = (connection?.transport as { socket?: RawSocket } | undefined)?.socket;
    if (!connection || !raw) continue;
    if (raw.bufferedAmount + queuedBytes(connection) > MOST_QUEUED_BYTES) raw.terminate();
  }
}

/** Bytes that engine.io holds back until the WebSocket has taken the last batch; none for a client that reads. */
function queuedBytes(connection: OutletSocket['conn']): number {
  const { writeBuffer } = connection as unknown as { writeBuffer: { data?: unknown }[] };
  return writeBuffer.reduce((bytes, { data }) => bytes + (typeof data === 'string' ? data.length : 0), 0);
}
