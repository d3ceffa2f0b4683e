import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { afterEach, expect, it, vi } from 'vitest';
import { countTurns, mostInOneTurn } from '../../tests/support/servers/loop-turns.ts';
import { paceNewConnections } from './new-connections.ts';

const CONNECTIONS = 600;
/** Those that wait for no turn, as there were no more when they came, and those that are read from in one. */
const AT_ONCE = 100 + CONNECTIONS / 20;

let stop = () => {};
afterEach(() => stop());

/** A server with hundreds of connections on which nothing was asked yet. */
async function start() {
  const server = createServer();
  paceNewConnections(server);
  await once(server.listen(0, '127.0.0.1', 1_024), 'listening');
  const { port } = server.address() as AddressInfo;
  const accepted: Socket[] = [];
  server.on('connection', (connection) => accepted.push(connection));
  const open = (): Socket => connect(port, '127.0.0.1').on('error', () => undefined);
  const sockets = Array.from({ length: CONNECTIONS }, open);
  stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close().closeAllConnections();
  };
  const waiting = () => accepted.filter((connection) => connection.isPaused()).length;
  await vi.waitFor(() => expect(waiting()).toBeGreaterThanOrEqual(CONNECTIONS - AT_ONCE));
  return { server, sockets, accepted, open };
}

const request = 'GET / HTTP/1.1\r\nHost: x\r\n\r\n';

it('of hundreds of new connections that ask in one moment, few are answered in one turn of the event loop, and soon all (M18)', async () => {
  const { server, sockets } = await start();
  const loop = countTurns();
  const turns: number[] = [];
  server.on('request', (_request, reply) => {
    turns.push(loop.now());
    reply.end();
  });
  for (const socket of sockets) socket.write(request);
  await vi.waitFor(() => expect(turns).toHaveLength(CONNECTIONS));
  loop.stop();
  expect(mostInOneTurn(turns)).toBeLessThanOrEqual(AT_ONCE);
});

it('one that asks after a while is answered beside hundreds that do not, and waits for no turn from then on', async () => {
  const { server, sockets, accepted } = await start();
  let pauses = 0;
  server.on('request', ({ socket }, reply) => {
    socket.on('pause', () => (pauses += 1));
    reply.end('Hello');
  });
  const socket = sockets.at(-1)!;
  await helloOn(socket);
  await roundBeside(socket, accepted);
  expect(pauses).toBe(0);
});

it('one that asks at once waits for no turn', async () => {
  const { server, accepted, open } = await start();
  let pauses = 0;
  server.once('connection', (connection) => connection.on('pause', () => (pauses += 1)));
  server.on('request', (_request, reply) => reply.end('Hello'));
  const socket = open();
  await helloOn(socket);
  await roundBeside(socket, accepted);
  expect(pauses).toBe(0);
  socket.destroy();
});

async function helloOn(socket: Socket): Promise<void> {
  socket.write(request);
  expect(String((await once(socket, 'data'))[0])).toContain('Hello');
}

/** Resolves once each that waits has had its turn. */
async function roundBeside(socket: Socket, accepted: Socket[]): Promise<void> {
  const other = accepted.findLast((each) => each.isPaused() && each.remotePort !== socket.localPort);
  for (let turn = 0; turn < 3; turn += 1) await once(other!, 'pause');
}

it('one that changes to another protocol beside hundreds says all that it has to say', async () => {
  const { server, sockets } = await start();
  server.on('upgrade', (_request, connection: Duplex) => {
    connection.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
    // As a server does that looks up who asks before it listens.
    setTimeout(() => connection.pipe(connection), 50);
  });
  const socket = sockets.at(-1)!;
  socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\nUpgrade: echo\r\n\r\n');
  await once(socket, 'data');
  socket.write('first');
  expect(String((await once(socket, 'data'))[0])).toBe('first');
});
