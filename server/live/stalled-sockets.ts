import type { LiveServer, OutletSocket } from './outlet-socket.ts';

/** What may wait for a client that does not read before it is cut (hazards R14). */
const MOST_QUEUED_BYTES = 4 * 1024 * 1024;

/** What this needs of a connection's WebSocket, beyond what engine.io's types tell. */
type RawSocket = { bufferedAmount: number; terminate(): void };

/**
 * Cuts clients that have stopped reading: what they miss they fetch when they come back. A polite disconnect would wait
 * behind everything they have not read, and would tell them not to come back.
 */
export function dropStalled(io: LiveServer, watching: Iterable<string>): void {
  for (const id of watching) {
    const connection = io.sockets.sockets.get(id)?.conn;
    const raw = (connection?.transport as { socket?: RawSocket } | undefined)?.socket;
    if (!connection || !raw) continue;
    if (raw.bufferedAmount + queuedBytes(connection) > MOST_QUEUED_BYTES) raw.terminate();
  }
}

/** What engine.io holds back until the WebSocket has taken the last batch; empty for whoever reads. */
function queuedBytes(connection: OutletSocket['conn']): number {
  const { writeBuffer } = connection as unknown as { writeBuffer: { data?: unknown }[] };
  return writeBuffer.reduce((bytes, { data }) => bytes + (typeof data === 'string' ? data.length : 0), 0);
}
