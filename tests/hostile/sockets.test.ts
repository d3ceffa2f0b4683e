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
    const outcomes = await openMany(MOST + 3, '203.0.113.1');
    expect(outcomes.filter((outcome) => outcome === 'open')).toHaveLength(MOST);
    expect(await open('203.0.113.1')).toBe('refused');
    expect(await open('203.0.113.2')).toBe('open');
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
