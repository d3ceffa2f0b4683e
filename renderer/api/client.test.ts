import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { RefreshOutcome } from '#shared/host/session.ts';
import { defaultPreferences } from '#shared/host/preferences.ts';
import { Client } from './client.ts';
import { failureOf } from './failure.ts';

type Answer = { status: number; body: unknown; headers?: Record<string, string> };
let http: Server;
let apiBase: string;
let answer: (request: IncomingMessage) => Answer;
let requests: IncomingMessage[];
let named: string;

beforeEach(async () => {
  requests = [];
  named = '';
  http = createServer((request, reply) => {
    requests.push(request);
    const { status, body, headers } = answer(request);
    reply.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body));
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
      preferences: () => ({ ...defaultPreferences, screenName: named }),
      usualScreenName: () => 'Till on BAR-PC',
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

  it('asks for the body anew where the call is sent again', async () => {
    answer = onlyFresh;
    const { client: api } = client(async () => ({ kind: 'refreshed', accessToken: 'fresh' }));
    const askedAfter = new Set<number>();
    const call = {
      params: { outletId: 'Ferry' },
      get body() {
        askedAfter.add(requests.length);
        return { screenId: 's', screenName: 'Bar', silent: null };
      },
    };
    await api.call('POST /sellers/outlets/:outletId/listening', call);
    expect(askedAfter).toEqual(new Set([0, 1]));
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

  it('a 401 that comes after the session has ended refreshes nothing, and ends nothing again', async () => {
    answer = onlyFresh;
    const { client: api, counts } = client(async () => ({ kind: 'signed-out' }));
    expect(await api.refresh('stale')).toBeNull();
    expect(await api.refresh('stale')).toBeNull();
    expect(counts()).toEqual({ refreshes: 1, signedOut: 1 });
  });
});

it('a call whose token is refused once somebody else has signed in is not sent with theirs (A13)', async () => {
  const { client: api, counts } = client(async () => ({ kind: 'refreshed', accessToken: 'fresh' }));
  answer = () => {
    api.accessToken = null;
    api.accessToken = 'of another account';
    return { status: 401, body: { error: { code: 'UNAUTHORIZED', message: 'No.' } } };
  };
  const call = api.call('POST /sellers/outlets', { body: { name: 'Ferry' } });
  expect(await failed(call)).toMatchObject({ status: 401 });
  expect(requests.map(({ headers }) => headers.authorization)).toEqual(['Bearer stale']);
  expect(counts()).toEqual({ refreshes: 0, signedOut: 0 });
  expect(api.accessToken).toBe('of another account');
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

describe('the name of this screen (D49)', () => {
  const names = () => requests.map(({ headers }) => headers['x-screen-name']);

  it('goes with each call, once the server has said that it reads it', async () => {
    answer = () => ({ status: 200, body: [], headers: { 'x-screen-name': 'read' } });
    const { client: api } = client(async () => ({ kind: 'signed-out' }));
    await api.call('GET /sellers/outlets', {});
    await api.call('GET /sellers/outlets', {});
    named = 'Küche 🍺';
    await api.call('GET /sellers/outlets', {});
    expect(names()).toEqual([undefined, 'Till%20on%20BAR-PC', 'K%C3%BCche%20%F0%9F%8D%BA']);
  });

  it('does not go to a server that could refuse calls because of it, or before somebody is signed in', async () => {
    answer = () => ({ status: 200, body: [] });
    const { client: api } = client(async () => ({ kind: 'signed-out' }));
    await api.call('GET /sellers/outlets', {});
    answer = () => ({ status: 200, body: [], headers: { 'x-screen-name': 'read' } });
    await api.call('GET /sellers/outlets', {});
    api.accessToken = null;
    await api.call('GET /sellers/outlets', {});
    expect(names()).toEqual([undefined, undefined, undefined]);
  });
});

it('a list that is no list is a failure, never an empty list (D35)', async () => {
  answer = () => ({ status: 200, body: { message: 'under maintenance' } });
  const { client: api } = client(async () => ({ kind: 'signed-out' }));
  await expect(api.call('GET /sellers/outlets', {})).rejects.toThrow('Expected a list');
});

it('a page in the place of an outlet is a failure, and no outlet that is closed', async () => {
  answer = () => ({ status: 200, body: '<html>Back soon</html>' });
  const { client: api } = client(async () => ({ kind: 'refreshed', accessToken: 'fresh' }));
  const call = api.call('GET /sellers/outlets/:outletId', { params: { outletId: 'ferry' } });
  expect(await failed(call)).toMatchObject({ code: 'UNEXPECTED' });
});
