import { connect } from 'node:net';
import { io } from 'socket.io-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'undici';
import { testServer, type TestServer } from '../../server/testing/server.ts';

const MOST = 5;
let server: TestServer;
let origin: string;
const silent: WebSocket[] = [];

async function listen(most = MOST): Promise<void> {
  const limits = [`unknown-sockets-network=${most}`];
  server = await testServer({ trustProxy: ['127.0.0.1'], limits });
  origin = await server.app.server.listen({ port: 0, host: '127.0.0.1' });
}
afterEach(async () => {
  for (const socket of silent.splice(0)) socket.close();
  await server.close();
});

/** Opens a socket that never authenticates. */
function open(network: string): Promise<'open' | 'refused'> {
  const address = `${origin.replace('http', 'ws')}/socket.io/?EIO=4&transport=websocket`;
  const socket = new WebSocket(address, { headers: { 'x-forwarded-for': network } });
  silent.push(socket);
  return new Promise((resolve) => {
    socket.addEventListener('open', () => resolve('open'));
    socket.addEventListener('error', () => resolve('refused'));
  });
}
const handshake = (network: string) =>
  [
    'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1',
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    'Sec-WebSocket-Version: 13',
    'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==',
    `X-Forwarded-For: ${network}`,
    '\r\n',
  ].join('\r\n');
const openMany = (count: number, network: string) =>
  Promise.all(Array.from({ length: count }, () => open(network)));
const isOpen = (socket: WebSocket) => socket.readyState === WebSocket.OPEN;

/** A screen that authenticates. */
function screen(network: string, token: string) {
  const socket = io(origin, {
    transports: ['websocket'],
    auth: { token },
    forceNew: true,
    reconnection: false,
    extraHeaders: { 'x-forwarded-for': network },
  });
  const connected = new Promise<string>((resolve) => {
    socket.once('connect', () => resolve('connected'));
    socket.once('connect_error', (error) => resolve(error.message));
  });
  return { socket, connected };
}

describe('sockets without a token', () => {
  it('are closed after ten seconds, and one with a token is not', async () => {
    await listen();
    const { accessToken } = await server.seller();
    const { socket, connected } = screen('192.0.2.1', accessToken);
    expect(await connected).toBe('connected');
    const began = performance.now();
    expect(await openMany(3, '203.0.113.1')).toEqual(['open', 'open', 'open']);
    await vi.waitFor(() => expect(silent.some(isOpen)).toBe(false), { timeout: 20_000, interval: 50 });
    expect(performance.now() - began).toBeGreaterThan(9_000);
    expect(socket.connected).toBe(true);
    socket.disconnect();
    // There is room again.
    expect(await openMany(MOST, '203.0.113.1')).toEqual(Array.from({ length: MOST }, () => 'open'));
  }, 40_000);

  it('are refused beyond what a network may have, and its neighbours are not', async () => {
    await listen();
    const began = performance.now();
    const outcomes = await openMany(MOST + 3, '203.0.113.1');
    expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(MOST);
    expect(performance.now() - began, 'how long who comes again at once waits').toBeGreaterThan(2_500);
    expect(await open('203.0.113.1')).toBe('refused');
    expect(await open('203.0.113.2')).toBe('open');
  });

  it('that find no room are let in once there is some, and leave none behind that they did not take', async () => {
    await listen();
    await openMany(MOST, '203.0.113.1');
    const gone = connect(Number(new URL(origin).port), '127.0.0.1');
    gone.write(handshake('203.0.113.1'));
    const late = open('203.0.113.1');
    silent[0]?.close();
    gone.destroy();
    expect(await late).toBe('open');
    silent[1]?.close();
    expect(await open('203.0.113.1')).toBe('open');
    expect(await open('203.0.113.1')).toBe('refused');
  });

  it('that break off at once are admitted no more often than those that stay for two seconds', async () => {
    await listen();
    const began = performance.now();
    for (let round = 0; round < 2; round += 1) {
      await openMany(MOST, '203.0.113.1');
      for (const socket of silent) socket.close();
    }
    expect(await open('203.0.113.1')).toBe('open');
    expect(performance.now() - began).toBeGreaterThan(3_900);
  });

  it('that wait are let in one after another, however many leave at once', async () => {
    await listen(20);
    await openMany(20, '203.0.113.1');
    const openedAt: number[] = [];
    const waiting = Array.from({ length: 20 }, async () => {
      expect(await open('203.0.113.1')).toBe('open');
      openedAt.push(performance.now());
    });
    for (const socket of silent.slice(0, 20)) socket.close();
    await Promise.all(waiting);
    expect((openedAt.at(-1) ?? 0) - (openedAt[0] ?? 0)).toBeGreaterThan(19 * 20 * 0.8);
  });

  it('would all be let in without that limit', async () => {
    await listen(1_000);
    expect(await openMany(MOST + 3, '203.0.113.1')).toEqual(Array.from({ length: MOST + 3 }, () => 'open'));
  });

  it('leave the room to those that have said whose they are', async () => {
    await listen();
    const { accessToken } = await server.seller();
    const sockets = [];
    for (let n = 0; n < MOST * 2; n += 1) {
      const { socket, connected } = screen('203.0.113.1', accessToken);
      expect(await connected).toBe('connected');
      sockets.push(socket);
    }
    expect(await openMany(MOST, '203.0.113.1')).toEqual(Array.from({ length: MOST }, () => 'open'));
    for (const socket of sockets) socket.disconnect();
  });
});
