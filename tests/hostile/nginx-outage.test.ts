import { createServer, type Server } from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import { io } from 'socket.io-client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { testServer } from '../../server/testing/server.ts';
import { hasNginx, startNginx } from '../support/servers/nginx.ts';

describe.skipIf(!hasNginx || process.env['DATABASE_URL'])('a stranger’s calls through nginx', () => {
  const closing: (() => unknown)[] = [];
  afterEach(async () => {
    for (const close of closing.splice(0).toReversed()) await close();
  });
  const agent = new Agent({ keepAlive: true, maxSockets: 40, rejectUnauthorized: false });

  async function through(behind: [number, number], change?: (conf: string) => string) {
    const nginx = await startNginx(behind, change);
    closing.push(() => nginx.stop());
    /** The status of a call; 0 if it got no reply. */
    const get = (path: string, headers: Record<string, string> = {}) =>
      new Promise<number>((resolve) => {
        const asked = request({ host: '127.0.0.1', port: nginx.port, path, headers, agent }, (reply) => {
          reply.resume().once('end', () => resolve(reply.statusCode ?? 0));
        });
        asked.once('error', () => resolve(0)).end();
      });
    await vi.waitUntil(async () => (await get('/health')) === 200, { timeout: 100_000 });
    return { get, origin: `https://127.0.0.1:${nginx.port}` };
  }

  /** What honest calls get while a stranger makes 20 of theirs at once. */
  async function meanwhile(get: (path: string) => Promise<number>, theirs: () => Promise<number>) {
    const attack = { under: true };
    const got = Promise.all(Array.from({ length: 20 }, theirs)).finally(() => (attack.under = false));
    const honest: number[] = [];
    do honest.push(await get('/health'));
    while (attack.under || honest.length < 20);
    return { honest: new Set(honest), theirs: new Set(await got) };
  }

  it.each([
    ['as it is', (conf: string) => conf],
    [
      'that passes each wish for another protocol on',
      (conf: string) =>
        conf.replace('Upgrade $socket;', 'Upgrade $http_upgrade;').replace('$socket_connection;', 'upgrade;'),
    ],
  ])('for another protocol are answered, and so is everybody else, by an nginx %s', async (_, change) => {
    const server = await testServer({ trustProxy: ['127.0.0.1'] });
    const second = await testServer({ trustProxy: ['127.0.0.1'], beside: server });
    closing.push(
      () => server.close(),
      () => second.close(),
    );
    const ports = await Promise.all(
      [server, second].map(async ({ app }) =>
        Number(new URL(await app.server.listen({ port: 0, host: '127.0.0.1' })).port),
      ),
    );
    const { get, origin } = await through(ports as [number, number], change);
    const upgrade = { connection: 'Upgrade, HTTP2-Settings', upgrade: 'h2c', 'http2-settings': 'AAMAAABk' };
    const got = await meanwhile(get, () => get('/health', upgrade));
    expect(got).toEqual({ honest: new Set([200]), theirs: new Set([200]) });
    expect(await get('/socket.io/?EIO=4&transport=websocket', upgrade)).toBe(400);

    const { accessToken } = await server.seller();
    const screen = io(origin, {
      transports: ['websocket'],
      auth: { token: accessToken },
      rejectUnauthorized: false,
    });
    closing.push(() => screen.disconnect());
    await new Promise<void>((resolve) => screen.once('connect', () => resolve()));
  });

  const behindIt = async (): Promise<number> => {
    const cutting: Server = createServer((call, reply) => {
      if (call.url === '/cut') call.socket.destroy();
      else reply.end('here');
    });
    await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve));
    closing.push(() => {
      cutting.close();
      cutting.closeAllConnections();
    });
    return (cutting.address() as AddressInfo).port;
  };

  it.each([
    [
      'take nobody else’s reply away',
      (conf: string) => conf,
      (honest: Set<number>) => expect(honest).toEqual(new Set([200])),
    ],
    [
      'would, if servers that are out were not asked all the same',
      (conf: string) => conf.replaceAll(/^.* backup .*$/gm, ''),
      (honest: Set<number>) => expect(honest).toContain(502),
    ],
  ])('that make a server close without a reply %s', async (_, change, expected) => {
    const { get } = await through([await behindIt(), await behindIt()], change);
    const { honest, theirs } = await meanwhile(get, () => get('/cut'));
    expect(theirs).toEqual(new Set([502]));
    expected(honest);
  });

  it('wait for no server that is away', async () => {
    const gone = createServer();
    await new Promise<void>((resolve) => gone.listen(0, '127.0.0.1', resolve));
    const { port } = gone.address() as AddressInfo;
    await new Promise((resolve) => gone.close(resolve));
    const { get } = await through([await behindIt(), port]);
    const got = await meanwhile(get, () => get('/cut'));
    expect(got.honest).toEqual(new Set([200]));
  });
});
