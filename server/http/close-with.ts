import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { Refusal } from './refusal.ts';
import { headersOfCalls } from './security-headers.ts';

/** Answers on a connection that Node no longer reads requests from, and closes it. */
export function closeWith(socket: Socket, refusal: Refusal): void {
  const body = JSON.stringify(refusal.body());
  if (socket.writable)
    socket.write(
      [
        `HTTP/1.1 ${refusal.status} ${STATUS_CODES[refusal.status]}`,
        'content-type: application/json; charset=utf-8',
        `content-length: ${Buffer.byteLength(body)}`,
        ...Object.entries(headersOfCalls).map(([name, value]) => `${name}: ${value}`),
        'connection: close',
        '',
        body,
      ].join('\r\n'),
    );
  socket.destroySoon();
}
