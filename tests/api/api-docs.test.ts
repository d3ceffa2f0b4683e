import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { Validator } from '@seriousme/openapi-schema-validator';
import { beforeAll, expect, it } from 'vitest';
import { contract, type Route, type RouteKey } from '#shared/api/contract.ts';
import { readers } from '../../renderer/api/calls.ts';
import { examples } from '../../server/api-docs/examples.ts';
import { server, setUpServer } from '../support/shop/set-up.ts';

const root = path.resolve(import.meta.dirname, '../..');
// oxlint-disable-next-line typescript/no-explicit-any -- a document is read as another program would
let document: any;

setUpServer();
beforeAll(async () => {
  document = (await server.send('GET', '/openapi.json')).body;
});

const keys = Object.keys(contract) as RouteKey[];
const routeOf = (key: RouteKey): Route => contract[key];
const operationOf = (key: RouteKey) => {
  const [method = '', address = ''] = key.split(' ');
  return document.paths[address.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
};
/** The server's own routes, as Fastify has them. */
const served = (key: RouteKey) => {
  const [method = '', address = ''] = key.split(' ');
  return server.app.server.hasRoute({ method, url: `/api${address}` });
};

it('the document is valid OpenAPI 3.1 (D11, L10)', async () => {
  const { valid, errors } = await new Validator().validate(document);
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
  expect(document.openapi).toMatch(/^3\.1\./);
});

it('every route of the contract is served and in the document, and nothing else is in it (D11)', () => {
  for (const key of keys) {
    expect(served(key), `${key} is served`).toBe(true);
    expect(operationOf(key), `${key} is in the document`).toBeDefined();
  }
  const documented = Object.entries<object>(document.paths).flatMap(([address, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${address.replace(/\{(\w+)\}/g, ':$1')}`),
  );
  expect(documented.toSorted()).toEqual(keys.toSorted());
});

it('what the screens call is in the contract, and so in the document (D11)', () => {
  for (const key of Object.keys(readers)) expect(operationOf(key as RouteKey), key).toBeDefined();
});

it('till and browser know no address of the API that the contract does not have (D11)', () => {
  const sources = ['main', 'web', 'renderer'].flatMap((room) =>
    globSync(`${room}/**/*.{ts,tsx}`, { cwd: root }).filter((file) => !/\.test\.tsx?$/.test(file)),
  );
  const called = sources.flatMap((file) => {
    const source = readFileSync(path.join(root, file), 'utf8');
    const typed = [...source.matchAll(/'((?:GET|POST|PUT|PATCH|DELETE) \/[^']*)'/g)].map(([, key]) => key);
    // The paths that the session's own code calls, on either host.
    const own = [...source.matchAll(/(?:\{apiBase\}|post\(')(\/[\w/-]+)/g)].map(
      ([, address]) => `* ${address}`,
    );
    return [...typed, ...own];
  });
  expect(called).toContain('* /sellers/sign-in');
  expect(called).toContain('GET /sellers/outlets');
  // A browser comes back here from Stripe; no screen calls it.
  const besideTheContract = '* /stripe/get-token';
  const known = new Set([
    besideTheContract,
    ...keys,
    ...keys.map((key) => `*${key.slice(key.indexOf(' '))}`),
  ]);
  expect(called.filter((key) => !known.has(key ?? ''))).toEqual([]);
});

it('each call says who may make it, what it takes, and every way it answers (D11)', () => {
  const ids = new Set<string>();
  for (const key of keys) {
    const route = routeOf(key);
    const operation = operationOf(key);
    ids.add(operation.operationId);
    expect(operation.security, key).toEqual(route.access === 'anyone' ? [] : [{ accessToken: [] }]);
    expect(Boolean(operation.requestBody), key).toBe(Boolean(route.body));
    const parameters = operation.parameters ?? [];
    const named = (place: string) =>
      parameters.filter((one: { in: string }) => one.in === place).map((one: { name: string }) => one.name);
    expect(named('path'), key).toEqual(Object.keys(route.params?.shape ?? {}));
    expect(named('query'), key).toEqual(Object.keys(route.query?.shape ?? {}));
    expect(named('header'), key).toEqual([
      ...(route.access === 'anyone' ? [] : ['x-screen-name']),
      ...(route.versioned ? ['If-Match'] : []),
      ...(route.idempotency ? ['Idempotency-Key'] : []),
    ]);
    const { responses } = operation;
    expect(responses[route.status ?? 200], key).toBeDefined();
    for (const [status, response] of Object.entries<{ content?: Record<string, { schema: object }> }>(
      responses,
    ))
      if (Number(status) >= 400)
        expect(response.content?.['application/json']?.schema, `${key} ${status}`).toEqual({
          $ref: '#/components/schemas/Error',
        });
    for (const status of [400, 429, 500, 503, ...(route.access === 'anyone' ? [] : [401, 403])])
      expect(responses[status], `${key} ${status}`).toBeDefined();
  }
  expect(ids.size).toBe(keys.length);
});

it('the examples are what their calls take (D11)', () => {
  for (const [key, example] of Object.entries(examples)) {
    expect(routeOf(key as RouteKey).body?.safeParse(example).error, key).toBeUndefined();
    expect(operationOf(key as RouteKey).requestBody.content['application/json'].example).toEqual(example);
  }
});

it('/api/docs names every call, and runs nothing (D11)', async () => {
  const { body, headers } = await server.app.server.inject({ url: '/api/docs' });
  expect(headers['content-type']).toBe('text/html; charset=utf-8');
  expect(headers['content-security-policy']).toMatch(
    /^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/,
  );
  expect(body).not.toMatch(/<script|javascript:|\son\w+=/i);
  for (const key of keys) expect(body).toContain(`id="${operationOf(key).operationId}"`);
  const targets = [...body.matchAll(/href="#([^"]+)"/g)].map(([, id]) => id);
  for (const id of targets) expect(body, `#${id}`).toContain(`id="${id}"`);
});
