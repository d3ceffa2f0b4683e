import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { basketOfTea, testServer, type TestServer, type Trading } from '../../server/testing/server.ts';

const MOST = 3;
let server: TestServer;
let bar: Trading;
let port: number;
const open: Socket[] = [];
afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await server.close();
});

async function listen(limits: string[]): Promise<void> {
  server = await testServer({ limits, trustProxy: ['127.0.0.1'] });
  bar = await server.trading();
  port = Number(new URL(await server.app.server.listen({ port: 0, host: '127.0.0.1' })).port);
}

/** The addresses of each kind of stream. */
const streams: [string, () => Promise<string>][] = [
  ['a menu', async () => `/customers/outlets/${bar.outletId}/events`],
  ['a pick-up screen', async () => `/customers/outlets/${bar.outletId}/pick-up/events`],
  ['an order', async () => anOrder()],
];

async function anOrder(): Promise<string> {
  await server.hear(bar.outletId);
  const { body } = await server.send('POST', `/customers/outlets/${bar.outletId}/orders`, basketOfTea, {
    'idempotency-key': crypto.randomUUID(),
  });
  return `/customers/orders/${body.order.id}/events?token=${body.trackingToken}`;
}

/** Asks for a stream as a program does that need not read it; resolves to the status, or null if the line was cut. */
function follow(
  path: string,
  network: string,
  method = 'GET',
): { socket: Socket; status: Promise<number | null> } {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  open.push(socket);
  socket.write(`${method} /api${path} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: ${network}\r\n\r\n`);
  const status = new Promise<number | null>((resolve) => {
    socket.once('data', (data) => resolve(Number(/^HTTP\/1.1 (\d+)/.exec(String(data))?.[1])));
    socket.once('close', () => resolve(null));
  });
  return { socket, status };
}
const followMany = (count: number, path: string, network: string) =>
  Promise.all(Array.from({ length: count }, () => follow(path, network).status));
const opened = (statuses: (number | null)[]) => statuses.filter((status) => status === 200).length;

describe.each(streams)('streams of %s', (_, address) => {
  it('are as many as a network may have, however many are asked for in the same moment', async () => {
    await listen([`following-network=${MOST}`]);
    const path = await address();
    const statuses = await followMany(MOST * 5, path, '203.0.113.1');
    expect(opened(statuses)).toBe(MOST);
    expect(statuses.filter((status) => status === 429)).toHaveLength(MOST * 4);
    expect(await follow(path, '203.0.113.2').status).toBe(200);
  });

  it('would all be opened without that limit', async () => {
    await listen([`following-network=1000`, 'following-order=1000']);
    expect(opened(await followMany(MOST * 5, await address(), '203.0.113.1'))).toBe(MOST * 5);
  });

  it('are as many as a server may have, from however many networks', async () => {
    await listen([`following=${MOST}`, 'following-order=1000']);
    const path = await address();
    const statuses = await Promise.all(
      Array.from({ length: MOST * 3 }, (__, n) => follow(path, `203.0.113.${n}`).status),
    );
    expect(opened(statuses)).toBe(MOST);
  });

  it('that are only asked about (HEAD) take no place', async () => {
    await listen([`following-network=${MOST}`]);
    const path = await address();
    for (let n = 0; n < MOST * 2; n += 1) expect(await follow(path, '203.0.113.1', 'HEAD').status).toBe(200);
    expect(opened(await followMany(MOST, path, '203.0.113.1'))).toBe(MOST);
  });

  it('are read from only now and then, so that the ends of thousands are not noticed in one turn (M18)', async () => {
    await listen([]);
    const connected = once(server.app.server.server, 'connection');
    expect(await follow(await address(), '203.0.113.1').status).toBe(200);
    const [connection] = (await connected) as [Socket];
    await expect.poll(() => connection.isPaused()).toBe(true);
  });

  it('that break off at once leave their places to others', async () => {
    await listen([`following-network=${MOST}`]);
    const path = await address();
    for (let round = 0; round < 10; round += 1)
      for (let n = 0; n < MOST; n += 1) {
        const { socket } = follow(path, '203.0.113.1');
        await new Promise((resolve) => socket.once('connect', resolve));
        socket.destroy();
      }
    const openedAnew = async () => {
      for (const socket of open.splice(0)) socket.destroy();
      return opened(await followMany(MOST, path, '203.0.113.1'));
    };
    await expect.poll(openedAnew, { timeout: 20_000 }).toBe(MOST);
  });
});
