import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { countTurns, mostInOneTurn } from '../../tests/support/servers/loop-turns.ts';
import { paceNewConnections } from './new-connections.ts';

const CONNECTIONS = 600;
/** Those that are read from at any time, and a twentieth of the rest. */
const MOST_AT_ONCE = 100 + (CONNECTIONS - 100) / 20;

let stop = () => {};
afterEach(() => stop());

/** A server with as many connections on which nothing was asked yet. */
async function startWith(connections: number) {
  const server = createServer();
  paceNewConnections(server);
  await once(server.listen(0, '127.0.0.1', 1_024), 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted: Socket[] = [];
  server.on('connection', (connection) => accepted.push(connection));
  const open = (): Socket => connect(port, '127.0.0.1').on('error', () => undefined);
  const sockets = Array.from({ length: connections }, open);
  stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close().closeAllConnections();
  };
  await vi.waitFor(() => expect(accepted).toHaveLength(connections));
  return { server, sockets, accepted, open };
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

it('of hundreds of new connections that ask in one moment, few are answered in one turn of the event loop, and soon all (M18)', async () => {
  const { server, sockets } = await startWith(CONNECTIONS);
  const loop = countTurns();
  const turns: number[] = [];
  server.on('request', (_request, reply) => {
    turns.push(loop.now());
    reply.end();
  });
  for (const socket of sockets) socket.write(request);
  await vi.waitFor(() => expect(turns).toHaveLength(CONNECTIONS));
  loop.stop();
  expect(mostInOneTurn(turns)).toBeLessThanOrEqual(MOST_AT_ONCE);
});

it('one that asks is answered beside hundreds that do not, and waits for no turn from then on', async () => {
  const { server, accepted, open } = await startWith(CONNECTIONS);
  let pauses = 0;
  server.on('request', ({ socket }, reply) => {
    socket.on('pause', () => (pauses += 1));
    reply.end('Hello');
  });
  const socket = open();
  socket.write(request);
  expect(String((await once(socket, 'data'))[0])).toContain('Hello');
  // Each of the others has had its turn twice.
  for (let round = 0; round < 2; round += 1) await once(accepted[CONNECTIONS - 1]!, 'pause');
  expect(pauses).toBe(0);
  socket.destroy();
});

it('one that changes to another protocol beside hundreds says all that it has to say', async () => {
  const { server, open } = await startWith(CONNECTIONS);
  server.on('upgrade', (_request, connection: Duplex) => {
    connection.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    // As a server does that looks up who asks before it listens.
    setTimeout(() => connection.pipe(connection), 50);
  });
  const socket = open();
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
  await once(socket, 'data');
  socket.write('first');
  expect(String((await once(socket, 'data'))[0])).toBe('first');
  socket.destroy();
});
