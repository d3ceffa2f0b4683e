import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { contract, type RouteKey } from '#shared/api/contract.ts';
import { errorBody } from '#shared/api/errors.ts';
import { GENERIC_MESSAGE } from '#shared/api/generic-message.ts';
import { testServer, type TestServer } from '../../server/testing/server.ts';

const keys = Object.keys(contract) as RouteKey[];

describe('headers (A26)', () => {
  let server: TestServer;
  let webFolder: string;

  beforeAll(async () => {
    webFolder = await mkdtemp(path.join(tmpdir(), 'servery-web-'));
    await writeFile(path.join(webFolder, 'app.html'), '<!doctype html><style nonce="__CSP_NONCE__"></style>');
    await writeFile(path.join(webFolder, 'sound.mp3'), 'ding');
    server = await testServer({ webFolder, trustProxy: ['127.0.0.1'] });
  });
  afterAll(async () => {
    await server.close();
    await rm(webFolder, { recursive: true });
  });

  const addresses = [
    ...keys.map((key) => {
      const [method = '', address = ''] = key.split(' ');
      return { method, url: `/api${address.replace(/:\w+/g, 'x')}` };
    }),
    ...['/api/openapi.json', '/api/docs', '/api/nothing', '/api/images/pictures/none.jpg', '/api'].map(
      (url) => ({
        method: 'GET',
        url,
      }),
    ),
    ...['/', '/outlets', '/sound.mp3', '/missing.js', '/health', '/%zz', '/socket.io/x'].map((url) => ({
      method: 'GET',
      url,
    })),
    { method: 'OPTIONS', url: '/api/sellers/outlets' },
    { method: 'HEAD', url: '/' },
  ];

  it.each(addresses)('$method $url', async ({ method, url }) => {
    const { headers } = await server.app.server.inject({ method: method as 'GET', url });
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['referrer-policy']).toBe('no-referrer');
    const policy = String(headers['content-security-policy']);
    for (const rule of [
      "default-src 'none'",
      "object-src 'none'",
      "base-uri 'none'",
      "frame-ancestors 'none'",
    ])
      expect(policy).toContain(rule);
    expect(policy).not.toMatch(/script-src[^;]*unsafe|\*/);
    if (url.startsWith('/api')) expect(headers['cache-control']).toBe('no-store');
    expect(headers['x-frame-options']).toBe('DENY');
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers['server']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it('a till, whose pages are of another origin, may read the server’s time in every reply of the API (D71)', async () => {
    for (const { method, url } of addresses.filter(({ url }) => url.startsWith('/api'))) {
      if (method === 'OPTIONS') continue;
      const askedAt = Date.now();
      const { headers } = await server.app.server.inject({
        method: method as 'GET',
        url,
        headers: { origin: 'app://till' },
      });
      expect(headers['access-control-allow-origin'], url).toBe('app://till');
      const exposed = String(headers['access-control-expose-headers']).split(', ');
      expect(exposed, url).toEqual(expect.arrayContaining(['date', 'x-screen-name']));
      expect(Date.parse(String(headers['date'])), url).toBeGreaterThan(askedAt - 5_000);
    }
  });

  it('HSTS is said behind TLS alone', async () => {
    for (const url of ['/', '/api/sellers/outlets', '/sound.mp3', '/api/docs']) {
      const forwarded = { 'x-forwarded-proto': 'https', 'x-forwarded-for': '192.0.2.1' };
      const { headers } = await server.app.server.inject({ url, headers: forwarded });
      expect(headers['strict-transport-security'], url).toBe('max-age=31536000; includeSubDomains');
    }
    const stranger = await server.app.server.inject({
      url: '/',
      headers: { 'x-forwarded-proto': 'https' },
      remoteAddress: '192.0.2.7',
    });
    expect(stranger.headers['strict-transport-security']).toBeUndefined();
  });
});

describe('what is not there (D6)', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await testServer();
  });
  afterAll(() => server.close());

  it('an unknown address below /api is 404, whatever the method', async () => {
    for (const method of ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'])
      for (const url of [
        '/api',
        '/api/',
        '/api/nothing',
        '/api/sellers',
        '/api//sellers/outlets',
        '/api/SELLERS/outlets',
      ]) {
        const reply = await server.app.server.inject({ method: method as 'GET', url });
        expect(reply.statusCode, `${method} ${url}`).toBe(404);
        expect(reply.json().error.code).toBe('NOT_FOUND');
      }
  });

  it('another method of a known address is 405, and says which there are', async () => {
    const reply = await server.send('DELETE', '/sellers/outlets');
    expect(reply).toMatchObject({ status: 405, body: { error: { code: 'METHOD_NOT_ALLOWED' } } });
    expect(reply.headers['allow']).toBe('GET, HEAD, POST');
    for (const key of keys) {
      const route = key.slice(key.indexOf(' ') + 1);
      const method = (['PUT', 'DELETE', 'PATCH'] as const).find((one) => !(`${one} ${route}` in contract));
      const url = `/api${route.replace(/:\w+/g, 'x')}`;
      const { statusCode, body } = await server.app.server.inject({ method: method ?? 'PUT', url });
      expect(statusCode, key).toBe(405);
      expect(errorBody.safeParse(JSON.parse(body)).success).toBe(true);
    }
  });

  it('HEAD answers as GET does, without a body', async () => {
    const { statusCode, body } = await server.app.server.inject({ method: 'HEAD', url: '/api/openapi.json' });
    expect({ statusCode, body }).toEqual({ statusCode: 200, body: '' });
    const refused = await server.app.server.inject({ method: 'HEAD', url: '/api/sellers/outlets' });
    expect(refused.statusCode).toBe(401);
  });
});

it('what goes wrong inside is told to the log alone (L16)', async () => {
  const server = await testServer();
  const seller = await server.seller();
  const logged: unknown[] = [];
  server.app.server.addHook('onError', async (_request, _reply, error) => void logged.push(error));
  vi.spyOn(server.database.kysely, 'selectFrom').mockImplementation(() => {
    throw new Error('select secret_column from accounts');
  });
  const reply = await seller.send('GET', '/sellers/outlets');
  vi.restoreAllMocks();
  expect(reply.status).toBe(500);
  expect(reply.body).toEqual({ error: { code: 'INTERNAL_ERROR', message: GENERIC_MESSAGE } });
  expect(logged).toHaveLength(1);
  await server.close();
});

describe('a client that takes too much', () => {
  let server: TestServer;
  let port: number;
  const open: Socket[] = [];

  beforeAll(async () => {
    server = await testServer({
      connections: { requestTimeoutMs: 400, mostConnections: 5, stalledMs: 30_000 },
    });
    port = Number(new URL(await server.app.server.listen({ port: 0, host: '127.0.0.1' })).port);
  });
  afterAll(async () => {
    for (const socket of open) socket.destroy();
    await server.close();
  });

  /** Sends text unchanged; resolves to all that came back once the connection is closed. */
  function raw(text: string, then?: (socket: Socket) => void): Promise<string> {
    return new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1');
      open.push(socket);
      let received = '';
      socket.on('data', (data) => (received += data.toString()));
      socket.on('error', () => {});
      socket.on('close', () => resolve(received));
      socket.write(text);
      then?.(socket);
    });
  }
  const envelopeOf = (reply: string) =>
    errorBody.parse(JSON.parse(reply.slice(reply.indexOf('\r\n\r\n') + 4)));
  const trickle = (socket: Socket) => {
    const timer = setInterval(() => socket.write('a'), 20);
    socket.on('close', () => clearInterval(timer));
  };

  it('a body that trickles in is cut', async () => {
    const reply = await raw(
      'POST /api/sellers/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{',
      trickle,
    );
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
    expect(envelopeOf(reply).error.code).toBe('TOO_SLOW');
  });

  it('headers that trickle in are cut', async () => {
    const reply = await raw('GET /api/sellers/outlets HTTP/1.1\r\nHost: x\r\nX-Slow: ', trickle);
    expect(reply).toMatch(/^HTTP\/1\.1 408 /);
  });

  it('headers without end are refused', async () => {
    const reply = await raw(`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`);
    expect(reply).toMatch(/^HTTP\/1\.1 431 /);
    expect(envelopeOf(reply).error.code).toBe('HEADERS_TOO_LARGE');
  });

  it.each([
    ['no HTTP at all', 'hello\r\n\r\n'],
    ['two lengths', 'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab'],
    [
      'a length and chunks',
      'POST /api/x HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
    ],
    [
      'a bad chunk',
      'POST /api/sellers/sign-in HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
    ],
    ['a broken header', 'GET / HTTP/1.1\r\nHost: x\r\nbad header\r\n\r\n'],
  ])('%s is 400, in the envelope', async (_name, text) => {
    const reply = await raw(text);
    expect(reply).toMatch(/^HTTP\/1\.1 400 /);
    expect(envelopeOf(reply).error.code).toBe('MALFORMED_REQUEST');
  });

  it('more connections than there may be are closed, and the others go on', async () => {
    const held = Array.from({ length: 5 }, () => connect(port, '127.0.0.1'));
    open.push(...held);
    await vi.waitFor(() => expect(held.every((socket) => socket.readyState === 'open')).toBe(true));
    expect(await raw('GET /health HTTP/1.1\r\nHost: x\r\n\r\n')).toBe('');
    const [first] = held;
    const answered = new Promise<string>((resolve) =>
      first?.once('data', (data) => resolve(data.toString())),
    );
    first?.write('GET /health HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(await answered).toMatch(/^HTTP\/1\.1 200 /);
    for (const socket of held) socket.destroy();
  });
});
