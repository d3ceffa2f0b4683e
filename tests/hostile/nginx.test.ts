import { readFileSync } from 'node:fs';
import {
  createServer,
  type ClientRequest,
  type IncomingHttpHeaders,
  type Server,
  type ServerResponse,
} from 'node:http';
import { Agent, request } from 'node:https';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { connect } from 'node:tls';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { BEAT_MS, eventHeaders } from '../../server/http/event-stream.ts';
import { hasNginx, startNginx } from '../support/servers/nginx.ts';

describe.skipIf(!hasNginx || process.env['DATABASE_URL'])('nginx in front of the servers', () => {
  let folder: string;
  let port: number;
  let nginx: Awaited<ReturnType<typeof startNginx>>;
  let behind: Server;
  const agent = new Agent({ keepAlive: true, maxSockets: 40, rejectUnauthorized: false });
  /** The headers that the server behind it received last. */
  let seen: IncomingHttpHeaders = {};

  beforeAll(async () => {
    behind = createServer((call, reply) => {
      seen = call.headers;
      if (call.url?.includes('/stream')) return stream(call.url, reply);
      reply.setHeader('strict-transport-security', 'max-age=1');
      reply.end('here');
    });
    await new Promise<void>((resolve) => behind.listen(0, '127.0.0.1', resolve));
    const listens = (behind.address() as AddressInfo).port;
    // This tests the burst, independent of the machine's speed.
    nginx = await startNginx([listens, listens], (conf) => conf.replace('rate=100r/s', 'rate=1r/m'));
    ({ folder, port } = nginx);
    await vi.waitUntil(async () => (await get('/')).status === 200, { timeout: 100_000 });
  });
  afterAll(async () => {
    agent.destroy();
    await nginx.stop();
    behind.closeAllConnections();
    behind.close();
  });

  const streams: ServerResponse[] = [];
  /** Says one thing, and then nothing for as long as the connection lives. */
  function stream(address: string, reply: ServerResponse): void {
    const headers = address.includes('as-servers-do')
      ? eventHeaders
      : { 'content-type': 'text/event-stream' };
    reply.writeHead(200, headers).write('data: here\n\n');
    streams.push(reply);
  }

  /** The first that is told over a stream, or null if nothing was told before it ended. */
  const firstOf = (address: string) =>
    new Promise<string | null>((resolve, reject) => {
      const asked = request(
        { host: '127.0.0.1', port, path: address, rejectUnauthorized: false },
        (reply) => {
          reply.once('data', (data) => resolve(String(data)));
          reply.once('end', () => resolve(null));
          reply.once('close', () => resolve(null));
        },
      );
      held.push(asked);
      asked.on('error', reject).end();
    });
  const held: ClientRequest[] = [];
  afterEach(() => {
    for (const asked of held.splice(0)) asked.on('error', () => undefined).destroy();
    for (const reply of streams.splice(0)) reply.destroy();
  });

  type Answer = { status: number; headers: IncomingHttpHeaders; raw: string[]; body: string };
  const get = (address: string, headers: Record<string, string> = {}) =>
    new Promise<Answer>((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path: address, headers, agent }, (reply) => {
        let body = '';
        reply.setEncoding('utf8').on('data', (part: string) => (body += part));
        reply.on('end', () =>
          resolve({ status: reply.statusCode ?? 0, headers: reply.headers, raw: reply.rawHeaders, body }),
        );
      });
      asked.on('error', reject).end();
    }).catch(() => ({ status: 0, headers: {}, raw: [], body: '' }) satisfies Answer);
  const several = (count: number, address: string) =>
    Promise.all(Array.from({ length: count }, () => get(address)));

  it('says once, with every reply, that it is asked over TLS alone', async () => {
    const { raw } = await get('/');
    const said = raw.filter((_, index) => raw[index - 1]?.toLowerCase() === 'strict-transport-security');
    expect(said).toEqual(['max-age=31536000; includeSubDomains']);
  });

  it('lets nothing but the live socket leave HTTP, whatever a caller asks for', async () => {
    for (const asked of ['h2c', 'websocket', 'websocket /socket.io/']) {
      await get('/health', { connection: 'upgrade', upgrade: asked });
      expect([seen.upgrade, asked]).toEqual([undefined, asked]);
    }
    await get('/socket.io/?EIO=4&transport=websocket', { connection: 'upgrade', upgrade: 'WebSocket' });
    expect(seen.upgrade).toBe('websocket');
  });

  it('believes no caller’s word for where they come from', async () => {
    await get('/', { 'x-forwarded-for': '10.1.2.3', 'x-forwarded-proto': 'http' });
    expect(seen).toMatchObject({ 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'https' });
  });

  it.each([
    ['TLS 1.1', { maxVersion: 'TLSv1.1', minVersion: 'TLSv1', ciphers: 'DEFAULT@SECLEVEL=0' }, false],
    ['a key that is not renewed', { maxVersion: 'TLSv1.2', ciphers: 'AES128-GCM-SHA256' }, false],
    ['CBC', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-SHA256' }, false],
    ['Camellia', { maxVersion: 'TLSv1.2', ciphers: 'CAMELLIA128-SHA' }, false],
    ['TLS 1.2 with a fresh key', { maxVersion: 'TLSv1.2', ciphers: 'ECDHE-RSA-AES128-GCM-SHA256' }, true],
    ['TLS 1.3', { minVersion: 'TLSv1.3' }, true],
  ] as const)('%s: spoken %s', async (_name, options, spoken) => {
    const ended = await new Promise<boolean>((resolve) => {
      const socket = connect({ host: '127.0.0.1', port, rejectUnauthorized: false, ...options });
      socket.once('secureConnect', () => resolve(true)).once('error', () => resolve(false));
      socket.once('secureConnect', () => socket.destroy());
    });
    expect(ended).toBe(spoken);
  });

  it('passes an event of a stream on at once, as the servers ask for', async () => {
    expect(await firstOf('/api/customers/stream/as-servers-do')).toBe('data: here\n\n');
  });

  it('would keep it until there is more, without that header', async () => {
    const first = firstOf('/api/customers/stream/as-others-do');
    await expect.poll(() => streams.length).toBe(1);
    const told = await Promise.race([first, wait(2_000, 'nothing')]);
    expect(told).toBe('nothing');
  });

  it('is patient with a silent stream for more than two beats of the servers', () => {
    const conf = readFileSync('deploy/nginx.conf', 'utf8');
    const patience = [...conf.matchAll(/proxy_read_timeout (\d+)s;/g)].map(([, seconds]) => Number(seconds));
    expect(patience.length).toBeGreaterThan(0);
    for (const seconds of patience) expect(seconds * 1_000).toBeGreaterThan(2 * BEAT_MS);
  });

  it('lets 200 phones with two streams each and a call under way in from one address, and no flood of streams', async () => {
    const open = (count: number) =>
      Promise.allSettled(Array.from({ length: count }, () => firstOf('/streams/as-servers-do')));
    expect((await open(600)).map((one) => one.status === 'fulfilled' && one.value)).toEqual(
      Array.from({ length: 600 }, () => 'data: here\n\n'),
    );
    const more = await open(500);
    const refused = more.filter((one) => one.status === 'fulfilled' && one.value?.includes('TOO_MANY'));
    expect(refused).toHaveLength(100);
  });

  it('lets a full pub behind one address order, and refuses a flood in the API’s own words', async () => {
    const room = await several(200, '/api/customers/orders/x');
    expect(new Set(room.map(({ status }) => status))).toEqual(new Set([200]));
    const flood = await several(300, '/api/customers/orders/x');
    const refused = flood.find(({ status }) => status === 429);
    expect(refused?.headers).toMatchObject({
      'retry-after': '2',
      'content-type': expect.stringContaining('json'),
    });
    expect(JSON.parse(refused?.body ?? '{}')).toMatchObject({ error: { code: 'TOO_MANY_REQUESTS' } });
  });

  it('keeps tokens out of its logs, also while no server answers', async () => {
    const secret = 'tracking-token-of-somebody';
    await new Promise((resolve) => {
      behind.closeAllConnections();
      behind.close(resolve);
    });
    await expect.poll(async () => (await get(`/?token=${secret}`)).status, { timeout: 20_000 }).toBe(502);
    const logs = ['access.log', 'error.log']
      .map((name) => readFileSync(path.join(folder, name), 'utf8'))
      .join('');
    expect(logs).toContain('"status":502');
    expect(logs).not.toContain(secret);
    expect(logs).not.toContain('127.0.0.1,');
  });
});
