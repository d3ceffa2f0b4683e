import { randomBytes } from 'node:crypto';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { usualConnections } from '../../server/http/connections.ts';
import { testServer, type TestServer, type TestServerOptions } from '../../server/testing/server.ts';

let server: TestServer;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await server.close();
});

async function listen(options: TestServerOptions): Promise<number> {
  server = await testServer(options);
  return Number(new URL(await server.app.server.listen({ port: 0, host: '127.0.0.1' })).port);
}
const connections = () =>
  new Promise<number>((resolve) =>
    server.app.server.server.getConnections((_error, count) => resolve(count)),
  );

function dial(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  open.push(socket);
  return socket;
}

/** Opens connections that send nothing; returns how many the server accepted. */
async function hold(port: number, count: number): Promise<number> {
  const answered = Array.from({ length: count }, () => {
    const socket = dial(port);
    return new Promise<boolean>((resolve) => {
      socket.once('close', () => resolve(false));
      // An accepted connection gets an answer.
      socket.once('data', () => resolve(true));
      socket.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    });
  });
  return (await Promise.all(answered)).filter(Boolean).length;
}

describe('connections', () => {
  it('of one network are closed beyond what it may have, and there is room again when others end', async () => {
    const port = await listen({ limits: ['connections-network=20'] });
    expect(await hold(port, 30)).toBe(20);
    for (const socket of open.splice(0)) socket.destroy();
    await vi.waitFor(async () => expect(await connections()).toBe(0));
    expect(await hold(port, 5)).toBe(5);
  });

  it('are not counted behind a reverse proxy, where all come from one address', async () => {
    const port = await listen({ limits: ['connections-network=20'], trustProxy: ['loopback'] });
    expect(await hold(port, 30)).toBe(30);
  });

  it('of all networks together are closed beyond what a server may have', async () => {
    const connections = { ...usualConnections, mostConnections: 20 };
    expect(await hold(await listen({ connections, trustProxy: ['loopback'] }), 30)).toBe(20);
  });

  it('on which nothing was asked yet wait for their turn where there are hundreds', async () => {
    const port = await listen({ trustProxy: ['loopback'] });
    const accepted: Socket[] = [];
    server.app.server.server.on('connection', (connection: Socket) => accepted.push(connection));
    for (let n = 0; n < 300; n += 1) dial(port);
    const waiting = () => accepted.filter((connection) => connection.isPaused()).length;
    await vi.waitFor(() => expect(waiting()).toBeGreaterThan(100), 10_000);
  });

  it.each([
    ['are closed', 300, 0],
    ['would stay for as long as they like without that limit', 60_000, 1],
  ])('that ask and never read %s', async (_, stalledMs, left) => {
    const usual = { requestTimeoutMs: 30_000, mostConnections: 100 };
    const port = await listen({ connections: { ...usual, stalledMs } });
    const socket = dial(port);
    socket.pause();
    socket.write('GET /api/openapi.json HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(300));
    await vi.waitFor(async () => expect(await connections()).toBe(1));
    if (left === 0) await vi.waitFor(async () => expect(await connections()).toBe(0), 15_000);
    else await expect.poll(connections, { interval: 500 }).toBe(left);
  });
});

it('refresh tokens that nobody has cost no transaction', async () => {
  server = await testServer();
  const { refreshToken } = await server.seller();
  const transactions = vi.spyOn(server.database.kysely, 'transaction');
  const refresh = (token: string) => server.send('POST', '/sellers/refresh-token', { refreshToken: token });
  for (let n = 0; n < 20; n += 1)
    expect((await refresh(randomBytes(32).toString('base64url'))).status).toBe(401);
  expect(transactions).not.toHaveBeenCalled();
  expect((await refresh(refreshToken)).status).toBe(200);
  expect(transactions).toHaveBeenCalled();
});

it('a route that is asked without end says when to come back, and leaves others alone', async () => {
  server = await testServer({ trustProxy: ['127.0.0.1'], limits: ['menus-network=10', 'reads-account=10'] });
  const shop = await server.trading();
  const menu = (network: string) =>
    server.send('GET', `/customers/outlets/${shop.outletId}/menu`, undefined, { 'x-forwarded-for': network });
  const [own, other] = [await server.seller(), await server.seller()];
  for (let n = 0; n < 10; n += 1) {
    expect((await menu('203.0.113.1')).status).toBe(200);
    expect((await own.send('GET', '/sellers/outlets')).status).toBe(200);
  }
  const refused = [await menu('203.0.113.1'), await own.send('GET', '/sellers/outlets')];
  for (const { status, headers } of refused) {
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  }
  expect((await menu('203.0.113.2')).status).toBe(200);
  expect((await other.send('GET', '/sellers/outlets')).status).toBe(200);
  server.clock.advance(60_000);
  expect((await menu('203.0.113.1')).status).toBe(200);
});
