import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { RefreshOutcome } from '#shared/host/session.ts';
import { askClaims, type ClaimQuestion } from './ask-claims.ts';

type Answer = { status: number; body?: unknown; late?: true };
let server: Server;
let base: string;
let asked: { path: string; token: string | undefined; body: unknown }[];
let answers: Answer[];
let token: string;
let refreshed: RefreshOutcome;

beforeEach(async () => {
  asked = [];
  answers = [];
  token = 'first';
  refreshed = { kind: 'unreachable' };
  server = createServer((request, reply) => {
    void bodyOf(request).then((body) => {
      asked.push({ path: request.url ?? '', token: request.headers.authorization, body });
      const { status, body: answer = {}, late } = answers.shift() ?? { status: 404 };
      if (late) return;
      reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`;
});
afterEach(async () => {
  server.closeAllConnections();
  if (server.listening) {
    server.close();
    await once(server, 'close');
  }
});

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString());
}

/** By default so long that no busy machine makes an answer late. */
const claims = (timeoutMs = 60_000) =>
  askClaims({
    apiBase: () => base,
    fetch,
    accessToken: () => token,
    refresh: async () => refreshed,
    tillName: () => 'Till on BAR-PC',
    timeoutMs,
  });
const question: ClaimQuestion = {
  outletId: 'o/1',
  orderId: 'order',
  kind: 'ticket',
  copy: 1,
  printer: '192.168.1.50:9100',
  act: 'take',
  claim: null,
};
const yours = { kind: 'yours', claim: 1, sheets: 0 };

it('asks in the name of whoever is signed in, and names the till', async () => {
  answers = [{ status: 200, body: yours }];
  expect(await claims().ask(question, 'till')).toEqual(yours);
  const { outletId: _outlet, ...sheet } = question;
  expect(asked).toEqual([
    {
      path: '/api/sellers/outlets/o%2F1/print-claims',
      token: 'Bearer first',
      body: { ...sheet, till: { id: 'till', name: 'Till on BAR-PC' } },
    },
  ]);
});

it('an access token that is over, or not there yet, is exchanged once', async () => {
  refreshed = { kind: 'refreshed', accessToken: 'second' };
  answers = [{ status: 401 }, { status: 200, body: yours }, { status: 200, body: yours }];
  expect(await claims().ask(question, 'till')).toEqual(yours);
  token = '';
  expect(await claims().ask(question, 'till')).toEqual(yours);
  expect(asked.map(({ token: sent }) => sent)).toEqual(['Bearer first', 'Bearer second', 'Bearer second']);
  refreshed = { kind: 'signed-out' };
  expect(await claims().ask(question, 'till')).toEqual({ kind: 'unreached' });
});

it.each([404, 405, 501, 200])('a server that does not know the call keeps no claims: %i', async (status) => {
  answers = [{ status, body: { hello: 'world' } }];
  expect(await claims().ask(question, 'till')).toEqual({ kind: 'none' });
});

it.each([{ status: 500 }, { status: 503 }, { status: 429 }, { status: 200, late: true } as const])(
  'a server in trouble is not one without claims: %o',
  async (answer) => {
    answers = [answer];
    expect(await claims('late' in answer ? 200 : undefined).ask(question, 'till')).toEqual({
      kind: 'unreached',
    });
  },
);

it('a server that has kept claims does not lose them by a page of some proxy', async () => {
  const asks = claims();
  answers = [{ status: 200, body: yours }, { status: 404 }, { status: 200, body: 'not found' }];
  expect((await asks.ask(question, 'till')).kind).toBe('yours');
  expect((await asks.ask(question, 'till')).kind).toBe('unreached');
  expect((await asks.ask(question, 'till')).kind).toBe('unreached');
  expect(await asks.areKept()).toBe(true);
});

it('a sheet that the server does not know for whoever is signed in has no claim, also where claims are kept', async () => {
  const asks = claims();
  const body = { error: { code: 'NOT_FOUND', message: 'There is nothing here.' } };
  answers = [
    { status: 200, body: yours },
    { status: 404, body },
    { status: 404, body: { error: 'NOT_FOUND' } },
  ];
  expect((await asks.ask(question, 'till')).kind).toBe('yours');
  expect((await asks.ask(question, 'till')).kind).toBe('none');
  expect((await asks.ask(question, 'till')).kind).toBe('unreached');
});

it('whether claims are kept is known before anything is printed', async () => {
  answers = [{ status: 400 }, { status: 404 }, { status: 503 }];
  expect(await claims().areKept()).toBe(true);
  expect(await claims().areKept()).toBe(false);
  expect(await claims().areKept()).toBeNull();
});
