import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RefreshOutcome } from '#shared/host/session.ts';
import { Client } from './client.ts';
import { failureOf } from './failure.ts';

type Answer = { status: number; body: unknown };
let http: Server;
let apiBase: string;
let answer: (request: IncomingMessage) => Answer;
let requests: IncomingMessage[];

beforeEach(async () => {
  requests = [];
  http = createServer((request, reply) => {
    requests.push(request);
    const { status, body } = answer(request);
    reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  apiBase = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/api`;
});
afterEach(() => void http.close());

function client(refresh: () => Promise<RefreshOutcome>) {
  let refreshes = 0;
  let signedOut = 0;
  const made = new Client(
    {
      apiBase: () => apiBase,
      refreshSession() {
        refreshes += 1;
        return refresh();
      },
    },
    () => (signedOut += 1),
  );
  made.accessToken = 'stale';
  return { client: made, counts: () => ({ refreshes, signedOut }) };
}
const onlyFresh = (request: IncomingMessage): Answer =>
  request.headers.authorization === 'Bearer fresh'
    ? { status: 200, body: [] }
    : { status: 401, body: { error: {} } };
const failed = (call: Promise<unknown>) => call.then(() => null, failureOf);

describe('one refresh for any number of parallel 401s (A12)', () => {
  it('replays each call once with the new token', async () => {
    answer = onlyFresh;
    const { client: api, counts } = client(async () => ({ kind: 'refreshed', accessToken: 'fresh' }));
    const lists = await Promise.all(Array.from({ length: 50 }, () => api.call('GET /sellers/outlets', {})));
    expect(lists).toEqual(Array.from({ length: 50 }, () => []));
    expect(counts()).toEqual({ refreshes: 1, signedOut: 0 });
    expect(requests.length).toBeLessThanOrEqual(100);
  });

  it('does not try a second time where the fresh token is refused too', async () => {
    answer = () => ({ status: 401, body: { error: { code: 'UNAUTHORIZED', message: 'No.' } } });
    const { client: api, counts } = client(async () => ({ kind: 'refreshed', accessToken: 'fresh' }));
    expect(await failed(api.call('GET /sellers/outlets', {}))).toMatchObject({ status: 401, message: 'No.' });
    expect(counts().refreshes).toBe(1);
    expect(requests).toHaveLength(2);
  });

  it('a refused refresh ends the session; an unreachable server does not (A14)', async () => {
    answer = onlyFresh;
    const refused = client(async () => ({ kind: 'signed-out' }));
    expect(await failed(refused.client.call('GET /sellers/outlets', {}))).toMatchObject({ status: 401 });
    expect(refused.counts().signedOut).toBe(1);
    const away = client(async () => ({ kind: 'unreachable' }));
    expect(await failed(away.client.call('GET /sellers/outlets', {}))).toMatchObject({
      status: 0,
      code: 'UNREACHABLE',
    });
    expect(away.counts().signedOut).toBe(0);
    expect(away.client.accessToken).toBe('stale');
  });
});

it('sends what was seen and the press’s key, and reads the refusal with the order as it stands (D9, D10)', async () => {
  answer = () => ({
    status: 409,
    body: { error: { code: 'VERSION_CONFLICT', message: 'Changed.' }, current: { version: 3 } },
  });
  const { client: api } = client(async () => ({ kind: 'signed-out' }));
  const failure = await failed(
    api.call('POST /sellers/orders/accept/:orderId', {
      params: { orderId: 'a/b' },
      version: 2,
      idempotencyKey: 'press',
    }),
  );
  expect(failure).toMatchObject({
    status: 409,
    code: 'VERSION_CONFLICT',
    message: 'Changed.',
    current: { version: 3 },
  });
  expect(requests[0]).toMatchObject({ method: 'POST', url: '/api/sellers/orders/accept/a%2Fb' });
  expect(requests[0]?.headers).toMatchObject({
    'if-match': '"2"',
    'idempotency-key': 'press',
    authorization: 'Bearer stale',
  });
});

it('a list that is no list is a failure, never an empty list (D35)', async () => {
  answer = () => ({ status: 200, body: { message: 'under maintenance' } });
  const { client: api } = client(async () => ({ kind: 'signed-out' }));
  await expect(api.call('GET /sellers/outlets', {})).rejects.toThrow('Expected a list');
});
