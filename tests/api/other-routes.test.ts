import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { contract } from '../../shared/api/contract.ts';
import { temporaryFolders } from '../support/servers/temporary-folders.ts';
import { drawnPages } from '../support/shop/drawn-pages.ts';
import { server } from '../support/shop/set-up.ts';
import { setUpStripe } from '../support/shop/set-up-cards.ts';

/** A number of its own for each limit, by which it is known again. */
const mostOf = { 'pages-network': 2, 'documents-network': 3, 'uploads-network': 4, 'events-network': 5 };
type Known = keyof typeof mostOf;

const newFolder = temporaryFolders('other-routes');
setUpStripe({
  trustProxy: ['127.0.0.1'],
  limits: [...Object.entries(mostOf).map(([name, most]) => `${name}=${most}`), 'calls-network=3'],
  webFolder: drawnPages(newFolder()),
});

/** Every route that is registered, as `GET /o/:outletId`. */
function registered(): string[] {
  const found: string[] = [];
  const above: string[] = [];
  for (const line of server.app.server.printRoutes().split('\n')) {
    const [, indent = '', part = '', methods] = /^([ │]*)[└├]── (\S+)(?: \((.*)\))?$/.exec(line) ?? [];
    if (part === '') continue;
    above.length = indent.length / 4;
    above[indent.length / 4] = part;
    for (const method of methods?.split(', ') ?? []) found.push(`${method} ${above.join('')}`);
  }
  return found;
}

/** Those that the contract does not have. HEAD goes with GET; OPTIONS is the next test's. */
function others(): string[] {
  const paths = new Set(Object.keys(contract).map((key) => `/api${key.split(' ')[1]}`));
  const isOther = (route: string) =>
    !route.startsWith('OPTIONS ') && !paths.has(route.split(' ')[1] ?? '') && !route.startsWith('HEAD ');
  return registered().filter(isOther).toSorted();
}

let networks = 0;
/** The limit of a route, known by how many requests it lets through. */
async function limitOf(route: string): Promise<string | undefined> {
  const [method = '', address = ''] = route.split(' ');
  const network = `203.0.113.${(networks += 1)}`;
  for (let let_through = 0; let_through <= 5; let_through += 1) {
    const { statusCode } = await server.app.server.inject({
      method: method as 'GET',
      url: address.replaceAll(/:\w+|\*/g, 'x'),
      headers: { 'x-forwarded-for': network, ...(method === 'PUT' && { 'content-type': 'image/png' }) },
    });
    if (statusCode === 429)
      return (Object.keys(mostOf) as Known[]).find((name) => mostOf[name] === let_through);
  }
  return undefined;
}

it('the documents name every route beside the contract, pages among them, with the limit that it has', async () => {
  const told = readFileSync('docs/limits.md', 'utf8')
    .split('\n')
    .map((row) => /^\| `([A-Z]+ \/\S*)` \| `([a-z-]+)` \|$/.exec(row)?.slice(1))
    .filter((row) => row !== undefined);
  const found = await Promise.all(others().map(async (route) => [route, await limitOf(route)]));
  expect(told).toEqual(found);
});

it('what browsers ask before a call counts as a call of its network', async () => {
  const ask = (network: string) =>
    server.app.server.inject({
      method: 'OPTIONS',
      url: '/api/sellers/profile',
      headers: {
        'x-forwarded-for': network,
        origin: 'app://till',
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'authorization',
      },
    });
  for (let n = 0; n < 3; n += 1) expect((await ask('198.51.100.1')).statusCode).toBe(204);
  expect((await ask('198.51.100.1')).statusCode).toBe(429);
  expect((await ask('198.51.100.2')).headers['access-control-allow-origin']).toBe('app://till');
});
