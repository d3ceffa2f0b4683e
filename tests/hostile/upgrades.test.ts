import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { io } from 'socket.io-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { usualConnections } from '../../server/http/connections.ts';
import { endOtherUpgrades, mayUpgrade } from '../../server/http/upgrades.ts';
import { startPlatform } from '../support/shop/platform.ts';
import { testServer, type TestServer, type TestServerOptions } from '../../server/testing/server.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close();
});

async function listen(options: TestServerOptions = {}): Promise<{ server: TestServer; port: number }> {
  const server = await testServer(options);
  closing.push(() => server.close());
  return {
    server,
    port: Number(new URL(await server.app.server.listen({ port: 0, host: '127.0.0.1' })).port),
  };
}
function dial(port: number): Socket {
  const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  socket.on('error', () => undefined);
  closing.push(() => socket.destroy());
  return socket;
}
const asking = (address: string, ...headers: string[]) =>
  [`GET ${address} HTTP/1.1`, 'Host: x', ...headers, '\r\n'].join('\r\n');
const upgrade = (to: string) => ['Connection: Upgrade', `Upgrade: ${to}`];
const webSocket = [
  ...upgrade('websocket'),
  'Sec-WebSocket-Version: 13',
  'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
];
const LIVE = '/socket.io/?EIO=4&transport=websocket';
const connectionsOf = (http: Server) =>
  new Promise<number>((resolve) => http.getConnections((_error, count) => resolve(count)));
/** The first that is answered to what is asked on a connection. */
async function answer(socket: Socket, request: string): Promise<string> {
  const answered = once(socket, 'data');
  socket.write(request);
  const [data] = (await answered) as [Buffer];
  return data.toString();
}

describe('a request to speak another protocol', () => {
  it.each(['h2c', 'websocket', 'TLS/1.0'])(
    '%s: is answered as if it did not ask, on a fresh connection and on a reused one',
    async (to) => {
      const { port } = await listen();
      const fresh = dial(port);
      expect(await answer(fresh, asking('/health', ...upgrade(to)))).toMatch(/^HTTP\/1\.1 200 /);
      expect(await answer(fresh, asking('/health', ...upgrade(to)))).toMatch(/^HTTP\/1\.1 200 /);
      expect(await answer(fresh, asking('/api/nowhere', ...upgrade(to)))).toMatch(/^HTTP\/1\.1 404 /);
    },
  );

  it('counts against the limits as any other', async () => {
    const { port } = await listen({ limits: ['menus-network=3'] });
    const statusOf = async () =>
      (await answer(dial(port), asking('/api/customers/outlets/x/menu', ...upgrade('h2c')))).slice(9, 12);
    expect([await statusOf(), await statusOf(), await statusOf()]).toEqual(['404', '404', '404']);
    expect(await statusOf()).toBe('429');
  });

  it.each([
    ['to another protocol', asking('/health', ...upgrade('h2c'))],
    ['of the live socket to another protocol', asking(LIVE, ...upgrade('h2c'))],
    ['with an unknown transport', asking('/socket.io/?EIO=4&transport=polling', ...webSocket)],
    ['of an unknown version', asking('/socket.io/?EIO=3&transport=websocket', ...webSocket)],
    ['of an unknown session', asking(`${LIVE}&sid=x`, ...webSocket)],
    ['without a key', asking(LIVE, ...upgrade('websocket'))],
    ['by another method', asking(LIVE, ...webSocket).replace('GET', 'POST')],
    ['of a foreign page', asking(LIVE, ...webSocket, 'Origin: https://evil.example')],
    ['of the live socket, which says nothing', asking(LIVE, ...webSocket)],
  ])('%s leaves no connection behind', async (_, request) => {
    const { server, port } = await listen();
    const sockets = Array.from({ length: 5 }, () => dial(port));
    for (const [index, socket] of sockets.entries()) {
      if (index > 0) expect(await answer(socket, asking('/health'))).toMatch(/^HTTP\/1\.1 200 /);
      expect(await answer(socket, request)).toMatch(/^HTTP\/1\.1 /);
    }
    for (const socket of sockets) socket.end();
    await vi.waitFor(async () => expect(await connectionsOf(server.app.server.server)).toBe(0), 10_000);
  });

  it.each([0, 1])(
    'whose answer nobody reads leaves none behind either (%s answered before)',
    async (before) => {
      const { server, port } = await listen({ connections: { ...usualConnections, stalledMs: 300 } });
      const socket = dial(port);
      if (before) await answer(socket, asking('/health'));
      socket.pause();
      socket.write(asking('/api/openapi.json').repeat(300) + asking(LIVE, ...upgrade('websocket')));
      socket.end();
      await vi.waitFor(async () => expect(await connectionsOf(server.app.server.server)).toBe(1));
      await vi.waitFor(async () => expect(await connectionsOf(server.app.server.server)).toBe(0), 10_000);
    },
  );

  it('that is reset while it waits for its turn does not end the server', async () => {
    const { server, port } = await listen({ limits: ['unknown-sockets-network=1'] });
    const { accessToken } = await server.seller();
    const taking = dial(port);
    expect(await answer(taking, asking(LIVE, ...webSocket))).toMatch(/^HTTP\/1\.1 101 /);
    const waiting = dial(port);
    const arrived = once(server.app.server.server, 'upgrade');
    waiting.write(asking(LIVE, ...webSocket));
    await arrived;
    waiting.resetAndDestroy();
    await vi.waitFor(async () => expect(await connectionsOf(server.app.server.server)).toBe(1));
    taking.destroy();
    const screen = io(`http://127.0.0.1:${port}`, {
      transports: ['websocket'],
      auth: { token: accessToken },
    });
    closing.push(() => screen.disconnect());
    await new Promise<void>((resolve) => screen.once('connect', () => resolve()));
  });
});

describe('a Node that takes every upgrade out of HTTP', () => {
  it('answers all but the live socket’s with 400, and closes the connection', async () => {
    const http = createServer((_request, reply) => reply.end('here'));
    endOtherUpgrades(http, 1_000);
    http.on('upgrade', (request, socket) => {
      if (mayUpgrade(request)) socket.end('HTTP/1.1 101 Switching Protocols\r\n\r\n');
    });
    await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
    closing.push(() => http.close());
    const { port } = http.address() as AddressInfo;
    const reused = dial(port);
    expect(await answer(reused, asking('/health'))).toMatch(/^HTTP\/1\.1 200 /);
    reused.write(asking('/health', ...upgrade('h2c')));
    expect(await text(reused)).toMatch(/^HTTP\/1\.1 400 [\s\S]*connection: close/);
    expect(await answer(dial(port), asking(LIVE, ...webSocket))).toMatch(/^HTTP\/1\.1 101 /);
    await vi.waitFor(async () => expect(await connectionsOf(http)).toBe(1));
  });
});

it('a stop closes the database and ends with 0, whatever left HTTP and never answers (L12)', async () => {
  const platform = await startPlatform({ BACKUP_EVERY_MINUTES: '60' });
  closing.push(() => platform.stop());
  const port = Number(new URL(platform.origin).port);
  const asked = dial(port);
  expect(await answer(asked, asking('/health'))).toMatch(/^HTTP\/1\.1 200 /);
  expect(await answer(asked, asking('/health', ...upgrade('h2c')))).toMatch(/^HTTP\/1\.1 200 /);
  // It never agrees that the server closes it, as a till whose line was cut.
  expect(await answer(dial(port), asking(LIVE, ...webSocket))).toMatch(/^HTTP\/1\.1 101 /);
  expect(await platform.end('SIGTERM')).toBe(0);
});
