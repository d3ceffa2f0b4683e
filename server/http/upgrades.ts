import type { IncomingMessage, Server } from 'node:http';
import type { Socket } from 'node:net';
import { closeWith } from './close-with.ts';
import { refuse } from './refusal.ts';

/** Where the live socket is. */
export const SOCKET_PATH = '/socket.io';

const isForSocket = ({ url = '' }: IncomingMessage) => url.startsWith(`${SOCKET_PATH}/`);

/**
 * Whether a connection leaves HTTP for what it asks to become. Anything else that asks for another protocol, as clients
 * of HTTP/2 do, is answered as if it did not. Node asks this since 24.9; an older one takes all of them out of HTTP.
 */
export function mayUpgrade(request: IncomingMessage): boolean {
  return isForSocket(request) && request.headers.upgrade?.toLowerCase() === 'websocket';
}

/**
 * Ends connections that leave HTTP and become no live socket: no limit on requests, no timeout and no stop of the HTTP
 * server reaches them any more. Returns those that have left it and are open at any time.
 */
export function endOtherUpgrades(http: Server, stalledMs: number): ReadonlySet<Socket> {
  const open = new Set<Socket>();
  http.on('upgrade', (request: IncomingMessage, socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
    // Without a listener an error, such as a reset, would end the process.
    socket.on('error', () => undefined);
    // A live socket takes this back once it is one.
    socket.setTimeout(stalledMs, () => socket.destroy());
    if (isForSocket(request)) return;
    closeWith(socket, refuse(400, 'MALFORMED_REQUEST', 'Only the live socket speaks another protocol.'));
  });
  return open;
}
