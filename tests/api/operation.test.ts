import { request as httpRequest, Agent } from 'node:http';
import { connect } from 'node:net';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { seedPassword } from '../../demo/seed-rows.ts';
import { startPlatform, type TestPlatform } from '../support/shop/platform.ts';

type Entry = Record<string, unknown> & { msg?: string; event?: string; requestId?: string };

let platform: TestPlatform;
let token: string;

const entries = () => platform.log.map((line) => JSON.parse(line) as Entry);
const entryOf = (requestId: string, msg = 'request') =>
  vi.waitFor(() => {
    const found = entries().find((entry) => entry.requestId === requestId && entry.msg === msg);
    if (!found) throw new Error(`No line of ${requestId}`);
    return found;
  });

async function call(method: string, path: string, body?: unknown, headers: Record<string, string> = {}) {
  const reply = await fetch(`${platform.origin}/api${path}`, {
    method,
    headers: {
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  return { status: reply.status, headers: reply.headers, body: (await reply.json()) as never };
}
async function signIn() {
  token = '';
  const { body } = await call('POST', '/sellers/sign-in', { email: platform.email, password: seedPassword });
  const { account } = body as { account: { accessToken: string; refreshToken: string; id: string } };
  token = account.accessToken;
  return account;
}

beforeAll(async () => {
  platform = await startPlatform({
    METRICS_PORT: '0',
    CORS_ORIGINS: 'https://pages.example, https://more.example',
  });
  await signIn();
  await call('POST', `/sellers/outlets/${platform.outletId}/trading-session/start`);
});
afterAll(() => platform.stop());

describe('request ids and the access log', () => {
  it('a well-formed request id is kept, in the reply and in each line; any other is replaced (D42, L14)', async () => {
    const kept = await call('GET', '/sellers/profile', undefined, { 'x-request-id': 'till-7.0001' });
    expect(kept.headers.get('x-request-id')).toBe('till-7.0001');
    await entryOf('till-7.0001');
    for (const bad of ['short', 'x'.repeat(65), '"},{"forged":"1', 'with space and more']) {
      const { headers } = await call('GET', '/sellers/profile', undefined, { 'x-request-id': bad });
      expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
    }
  });

  it('a line for each request: method, template, status, time, account; never the address (D42)', async () => {
    const { id } = await signIn();
    const order = await platform.placeOrder();
    const { headers } = await call('GET', `/sellers/orders/${order.order.id}?token=not-in-the-log`);
    const entry = await entryOf(headers.get('x-request-id') ?? '');
    expect(entry).toMatchObject({ method: 'GET', status: 200, refusal: null, accountId: id });
    expect(entry['route']).toMatch(/^\/api\/sellers\/orders\/:\w+$/);
    expect(entry['ms']).toBeGreaterThan(0);
    expect(platform.log.join('\n')).not.toContain('not-in-the-log');
  });

  it('what a feature logs while it answers carries the request’s id (D42)', async () => {
    const { headers } = await call('POST', '/sellers/sign-in', {
      email: 'nobody@servery.test',
      password: 'not the password',
    });
    const id = headers.get('x-request-id');
    await vi.waitFor(() =>
      expect(
        entries().find((entry) => entry.requestId === id && entry.event === 'sign-in-failed'),
      ).toBeTruthy(),
    );
    expect(await entryOf(id ?? '')).toMatchObject({ status: 401, refusal: 'INVALID_CREDENTIALS' });
  });
});

describe('the logs (A25)', () => {
  it('hold no password, no token and no key, whatever was sent (A25)', async () => {
    const first = await signIn();
    const { body } = await call('POST', '/sellers/refresh-token', { refreshToken: first.refreshToken });
    const second = body as { accessToken: string; refreshToken: string };
    await call('POST', '/sellers/sign-in', { email: platform.email, password: 'tried-and-wrong-1' });
    await call('POST', '/sellers/sign-in', '{"email":"a@b.c","password":"broken-json-2"');
    await call('POST', '/sellers/register', { email: 'new@servery.test', password: 'registering-3-x' });
    await call('GET', '/sellers/profile', undefined, { authorization: 'Bearer sk_live_51abcdefghijkl' });
    await call('GET', '/sellers/profile', undefined, { authorization: 'whsec_51abcdefghijkl' });
    await call('GET', '/stripe/whsec_51abcdefghijkl?key=sk_test_51abcdefghijkl').catch(() => undefined);
    const placed = await platform.placeOrder({ note: 'Bearer sk_test_51abcdefghijkl' });
    const { id } = placed.order;
    await call('POST', `/sellers/orders/accept/${id}`);
    await call('POST', `/sellers/orders/read-note/${id}`);
    await call('POST', `/sellers/orders/progress/${id}`, { items: ['1'], status: 'complete' });
    await call('POST', `/sellers/orders/complete/${id}`);
    expect(await call('POST', `/sellers/orders/refund/${id}`, { amountToRefund: 1 })).toMatchObject({
      status: 200,
    });
    await call('POST', '/sellers/sign-out', { refreshToken: second.refreshToken });
    const { headers } = await call('GET', '/sellers/profile');
    await entryOf(headers.get('x-request-id') ?? '');
    const log = platform.log.join('\n');
    expect(log).toContain('"signed-in"');
    for (const secret of [
      seedPassword,
      'tried-and-wrong-1',
      'broken-json-2',
      'registering-3-x',
      first.accessToken,
      first.refreshToken,
      second.accessToken,
      second.refreshToken,
      placed.trackingToken,
      'Bearer',
      'whsec_',
      'sk_live_',
      'sk_test_',
      'eyJ',
    ])
      expect(log).not.toContain(secret);
    await signIn();
  });

  it('a newline in what was sent forges no line (A25)', async () => {
    const forged = '{"level":30,"event":"signed-in","accountId":"forged"}';
    await call('POST', '/sellers/sign-in', { email: `a@b.c\n${forged}`, password: `x\n${forged}` });
    await call('POST', '/sellers/register', { email: `a@b.c\r\n${forged}`, companyName: `x\n${forged}` });
    const { headers } = await call('GET', `/sellers/orders/x%0A${encodeURIComponent(forged)}`);
    await entryOf(headers.get('x-request-id') ?? '');
    expect(entries().filter((entry) => entry['accountId'] === 'forged')).toEqual([]);
  });
});

it('a proxy that TRUST_PROXY does not name is told of once', async () => {
  const told = () => entries().filter(({ event }) => event === 'proxy-not-trusted').length;
  const ask = async () => {
    const { headers } = await call('GET', '/sellers/profile', undefined, {
      'x-forwarded-for': '203.0.113.7',
    });
    await entryOf(headers.get('x-request-id') ?? '');
  };
  expect(told()).toBe(0);
  await ask();
  await ask();
  expect(told()).toBe(1);
});

it.each([
  ['app://till', true],
  ['https://pages.example', true],
  ['https://more.example', true],
  ['https://evil.example', false],
])('pages of %s, which CORS_ORIGINS may name, have the calls and the socket: %s', async (origin, may) => {
  const { headers } = await call('GET', '/sellers/profile', undefined, { origin });
  expect(headers.get('access-control-allow-origin')).toBe(may ? origin : null);
  const socket = io(platform.origin, {
    transports: ['websocket'],
    auth: { token },
    extraHeaders: { origin },
    forceNew: true,
    reconnection: false,
  });
  const connected = await new Promise<boolean>((resolve) => {
    socket.once('connect', () => resolve(true)).once('connect_error', () => resolve(false));
  });
  socket.disconnect();
  expect(connected).toBe(may);
});

describe('metrics', () => {
  const port = () => Number(entries().find((entry) => entry.event === 'metrics-served')?.['port']);
  const metrics = async () => (await fetch(`http://127.0.0.1:${port()}/metrics`)).text();

  it('are on a port of their own alone, and hold neither an id nor an address after a flood of both (L11, L13)', async () => {
    const { id } = await signIn();
    const { order } = await platform.placeOrder();
    const noise = Array.from({ length: 300 }, (_, n) => `/nothing-${n}-${order.id}`);
    for (const path of noise) await call(n(path), `/sellers/orders${path}`).catch(() => undefined);
    for (let attempt = 0; attempt < 3; attempt += 1)
      await call('BREW', '/sellers/profile').catch(() => undefined);
    const text = await metrics();
    expect(text).toContain('route="/api/sellers/orders/:');
    expect(text).toMatch(/servery_refusals_total\{code="NOT_FOUND"\} \d+/);
    expect(text).toMatch(/servery_chores_total\{chore="expire-orders",outcome="done"\} \d+/);
    expect(text).toMatch(/servery_nodejs_eventloop_lag_seconds [\d.e-]+/);
    expect(text).toMatch(/servery_clock_ahead_seconds -?[\d.]+/);
    for (const never of [id, order.id, platform.outletId, 'nothing-', 'servery.test'])
      expect(text).not.toContain(never);
    const series = text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));
    expect(new Set(series.map((line) => line.replace(/\{.*/, ''))).size).toBeGreaterThan(20);
    expect(series.length).toBeLessThan(500);
    for (const path of ['/metrics', '/api/metrics']) {
      const reply = await fetch(`${platform.origin}${path}`);
      expect(await reply.text()).not.toContain('servery_http_request_seconds');
    }
    expect((await fetch(`http://127.0.0.1:${port()}/api/sellers/profile`)).status).toBe(404);
  });

  it('counts the sockets that are open (L13)', async () => {
    const before = Number(/servery_sockets (\d+)/.exec(await metrics())?.[1]);
    const socket = io(platform.origin, { transports: ['websocket'], auth: { token }, forceNew: true });
    await new Promise((resolve) => socket.once('connect', () => resolve(null)));
    expect(await metrics()).toContain(`servery_sockets ${before + 1}`);
    socket.disconnect();
    await vi.waitFor(async () => expect(await metrics()).toContain(`servery_sockets ${before}`));
  });

  const n = (path: string) => (path.length % 2 === 0 ? 'GET' : 'POST');
});

describe('stopping', () => {
  /** A request whose body is not complete, on a keep-alive connection. */
  function halfSent(path: string, body: string) {
    const agent = new Agent({ keepAlive: true });
    const { port, hostname } = new URL(platform.origin);
    const sending = httpRequest({
      agent,
      port,
      hostname,
      path: `/api${path}`,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'idempotency-key': 'half-sent',
        authorization: `Bearer ${token}`,
      },
    });
    const reply = new Promise<number | undefined>((resolve, reject) => {
      sending.on('error', reject).on('response', (response) => {
        response.resume().on('end', () => resolve(response.statusCode));
      });
    });
    sending.write(body.slice(0, 10));
    return { reply, finish: () => sending.end(body.slice(10)) };
  }

  it('SIGTERM: what is in flight is answered, /ready says 503, the sockets may come back, and it ends with 0 (L12)', async () => {
    await signIn();
    const sockets = Array.from({ length: 45 }, () =>
      io(platform.origin, {
        transports: ['websocket'],
        auth: { token },
        forceNew: true,
        reconnection: false,
      }),
    );
    await Promise.all(
      sockets.map((socket) => new Promise((resolve) => socket.once('connect', () => resolve(null)))),
    );
    const reasons = sockets.map(
      (socket) => new Promise<string>((resolve) => socket.once('disconnect', resolve)),
    );
    const slow = halfSent('/sellers/outlets', JSON.stringify({ name: 'Opened while it stopped' }));
    // An earlier keep-alive connection, as load balancers have.
    const { port } = new URL(platform.origin);
    const balancer = connect(Number(port), '127.0.0.1');
    let answer = '';
    balancer.setEncoding('utf8').on('data', (part: string) => (answer += part));
    balancer.write('GET /ready HTTP/1.1\r\nhost: servery\r\n');
    await vi.waitFor(() => fetch(`${platform.origin}/health`));
    const ended = platform.end('SIGTERM');
    // Not a disconnect of socket.io's own, after which a client stays away.
    expect(new Set(await Promise.all(reasons))).toEqual(new Set(['transport close']));
    balancer.write('\r\n');
    await vi.waitFor(() => expect(answer).toMatch(/^HTTP\/1\.1 503[^]*retry-after: \d+[^]*NOT_READY/i));
    slow.finish();
    expect(await slow.reply).toBe(201);
    expect(await ended).toBe(0);
    await platform.restart();
    await signIn();
    const { body } = await call('GET', '/sellers/outlets');
    expect((body as { name: string }[]).map(({ name }) => name)).toContain('Opened while it stopped');
  });

  it('SIGTERM in the middle of a burst: each order that was acknowledged is there once (L12, B11)', async () => {
    const acknowledged: string[] = [];
    const stopped: Promise<number | null>[] = [];
    const burst = Array.from({ length: 6 }, async () => {
      for (;;) {
        try {
          acknowledged.push((await platform.placeOrder()).order.id);
        } catch {
          return;
        }
        if (acknowledged.length === 60) stopped.push(platform.end('SIGTERM'));
      }
    });
    await Promise.all(burst);
    expect(await Promise.all(stopped)).toEqual([0]);
    await platform.restart();
    await signIn();
    const { body } = await call('GET', `/sellers/outlets/${platform.outletId}/orders`);
    const ids = (body as { id: string }[]).map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(acknowledged));
    expect(new Set(acknowledged).size).toBe(acknowledged.length);
  });

  it('a request that never ends does not keep the server from ending in time (L12)', async () => {
    const stuck = halfSent('/sellers/outlets', JSON.stringify({ name: 'Never said to the end' }));
    const cut = stuck.reply.then(
      () => 'answered',
      () => 'cut',
    );
    await fetch(`${platform.origin}/health`);
    const asked = Date.now();
    expect(await platform.end('SIGTERM')).toBe(0);
    expect(Date.now() - asked).toBeLessThan(11_000);
    expect(await cut).toBe('cut');
    await platform.restart();
  });
});
