import { describe, expect, it } from 'vitest';
import { testServer } from '../../server/testing/server.ts';
import { setUpStripe, stripe } from '../support/shop/set-up-cards.ts';
import { server } from '../support/shop/set-up.ts';

const MOST = 3;
const LATE_MS = 1_000;

setUpStripe({
  trustProxy: ['127.0.0.1'],
  limits: ['pages', 'documents', 'uploads', 'unsigned-events', 'bad-tokens'].map(
    (name) => `${name}-network=${MOST}`,
  ),
});

let networks = 0;
const aNetwork = () => `203.0.113.${(networks += 1)}`;

async function ask(method: string, url: string, network: string, headers = {}, payload?: string) {
  const began = performance.now();
  const reply = await server.app.server.inject({
    method: method as 'GET',
    url,
    headers: { 'x-forwarded-for': network, ...headers },
    ...(payload !== undefined && { payload }),
  });
  return {
    status: reply.statusCode,
    retryAfter: reply.headers['retry-after'],
    ms: performance.now() - began,
  };
}

describe('one network that asks without end', () => {
  it.each([
    ['GET', '/', 200],
    ['GET', '/health', 200],
    ['GET', '/ready', 200],
    ['GET', '/api/nothing/of/the/kind', 404],
    ['PATCH', '/api/sellers/sign-in', 405],
    ['GET', '/api/images/pictures/none.png', 404],
    ['GET', '/api/docs', 200],
    ['GET', '/api/openapi.json', 200],
    ['PUT', '/api/images/uploads/somebody/file.png', 403],
    ['POST', '/api/stripe/webhook', 400],
  ])('%s %s', async (method, url, usual) => {
    const network = aNetwork();
    const type = method === 'PUT' ? { 'content-type': 'image/png' } : {};
    for (let n = 0; n < MOST; n += 1)
      // What is at `/` depends on whether the screens were built.
      if (url === '/') expect((await ask(method, url, network)).status).not.toBe(429);
      else expect((await ask(method, url, network, type)).status).toBe(usual);
    const refused = await ask(method, url, network, type);
    expect(refused.status).toBe(429);
    expect(Number(refused.retryAfter)).toBeGreaterThan(0);
    expect(refused.ms).toBeGreaterThan(LATE_MS * 0.9);
    expect((await ask(method, url, aNetwork(), type)).status).not.toBe(429);
  });

  it('has as many refusals a second as it has requests on their way, and no more', async () => {
    const network = aNetwork();
    const end = performance.now() + 2 * LATE_MS;
    let refused = 0;
    const each = async () => {
      while (performance.now() < end) if ((await ask('GET', '/health', network)).status === 429) refused += 1;
    };
    await Promise.all(Array.from({ length: 10 }, each));
    expect(refused).toBeGreaterThan(0);
    expect(refused).toBeLessThanOrEqual(30);
  });
});

it('refusals of requests that came together go out over a second, and none before it', async () => {
  const network = aNetwork();
  for (let n = 0; n < MOST; n += 1) await ask('GET', '/health', network);
  const refused = await Promise.all(Array.from({ length: 40 }, () => ask('GET', '/health', network)));
  expect(refused.every(({ status }) => status === 429)).toBe(true);
  const waits = refused.map(({ ms }) => ms).toSorted((a, b) => a - b);
  expect(waits[0]).toBeGreaterThan(LATE_MS * 0.9);
  const [early = 0, late = 0] = [waits[3], waits[36]];
  expect(late - early).toBeGreaterThan(LATE_MS * 0.4);
});

it('what Stripe signed is taken, however much that it did not sign comes from elsewhere', async () => {
  const { payload, signature } = stripe.event('charge.updated', 'acct_none', {});
  const send = (network: string, body: string) =>
    ask('POST', '/api/stripe/webhook', network, { 'stripe-signature': signature }, body);
  const stranger = aNetwork();
  for (let n = 0; n < MOST; n += 1) expect((await send(stranger, `${payload} `)).status).toBe(400);
  expect((await send(stranger, payload)).status, 'nothing from there is read').toBe(429);
  const itself = aNetwork();
  for (let n = 0; n < MOST * 2; n += 1) expect((await send(itself, payload)).status).toBe(200);
});

it('tokens that are no good are answered late, and one that is good at once', async () => {
  const { accessToken } = await server.seller();
  const network = aNetwork();
  const call = (token: string) =>
    ask('GET', '/api/sellers/profile', network, { authorization: `Bearer ${token}` });
  for (let n = 0; n < MOST; n += 1) expect((await call('made-up')).ms).toBeLessThan(LATE_MS * 0.9);
  const late = await call('made-up');
  expect(late.status).toBe(401);
  expect(late.ms).toBeGreaterThan(LATE_MS * 0.9);
  const good = await call(accessToken);
  expect(good.status).toBe(200);
  expect(good.ms).toBeLessThan(LATE_MS * 0.9);
});

it('a large body that is refused is not read, and a small one costs nobody their connection', async () => {
  const network = aNetwork();
  const send = async (bytes: number) => {
    const { statusCode, headers } = await server.app.server.inject({
      method: 'PUT',
      url: '/api/images/uploads/somebody/file.png',
      headers: { 'x-forwarded-for': network, 'content-type': 'image/png' },
      payload: Buffer.alloc(bytes),
    });
    return { statusCode, closes: headers.connection === 'close' };
  };
  for (let n = 0; n < MOST; n += 1) await send(10);
  expect(await send(10)).toEqual({ statusCode: 429, closes: false });
  expect(await send(100_000)).toEqual({ statusCode: 429, closes: true });
});

describe('one network that enquires without end', () => {
  /** So many that they take far longer than a busy machine's pauses. */
  const ENQUIRIES = 240;

  /** How many of its enquiries are answered before a neighbour's, which came last. */
  async function answeredBefore(limits: string[]): Promise<number> {
    const flooded = await testServer({ trustProxy: ['127.0.0.1'], limits });
    let answered = 0;
    const enquire = async (network: string) => {
      const enquiry = { email: 'a@attack.test', companyName: 'Nobody', message: 'Let me in' };
      await flooded.send('POST', '/sellers/leads', [enquiry], { 'x-forwarded-for': network });
      return (answered += 1);
    };
    const flood = Array.from({ length: ENQUIRIES }, () => enquire('203.0.113.77'));
    const before = (await enquire('192.0.2.77')) - 1;
    await Promise.all(flood);
    await flooded.close();
    return before;
  }

  it('keeps no other waiting for more than a few of its own', async () => {
    expect(await answeredBefore([])).toBeLessThan(ENQUIRIES / 2);
  });

  it('would be answered first without that limit', async () => {
    expect(await answeredBefore(['asked-network=1000'])).toBeGreaterThan((2 / 3) * ENQUIRIES);
  });
});
