import { lookup, Resolver } from 'node:dns/promises';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { nameServer } from '../../tests/support/alerts/name-server.ts';
import { receiver, type Receiver } from '../../tests/support/alerts/receivers.ts';
import { outsidePosts } from './post-outside.ts';
import { isPublic } from './public-address.ts';

let inside: Receiver;
beforeAll(async () => {
  inside = await receiver();
});
afterAll(() => inside.close());

/** Asks this name server alone. */
function asking({ address }: Awaited<ReturnType<typeof nameServer>>): () => Resolver {
  return () => {
    const names = new Resolver({ timeout: 2_000, tries: 1 });
    names.setServers([address]);
    return names;
  };
}

const request = () => ({ headers: {}, body: '{}', signal: new AbortController().signal });

it('a name that leads to a private address is not connected to, unless the operator named it (D47)', async () => {
  const port = new URL(inside.url).port;
  const names = await nameServer('127.0.0.1');
  const refused = await outsidePosts([], asking(names)).post(`https://printer.example:${port}/`, request());
  names.close();
  expect(refused).toEqual({ delivered: false, why: 'The address is not on the public internet.' });
  expect(inside.received).toEqual([]);
  expect(await outsidePosts(['127.0.0.1']).post(inside.url, request())).toEqual({ delivered: true });
  expect(inside.received).toHaveLength(1);
});

it('a receiver that switches protocols is answered for as not delivered', async () => {
  const switching = createServer((socket) => {
    socket.on('error', () => {});
    socket.once('data', () =>
      socket.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n'),
    );
  }).listen(0, '127.0.0.1');
  await once(switching, 'listening');
  const { port } = switching.address() as AddressInfo;
  const receipt = await outsidePosts(['127.0.0.1']).post(`http://127.0.0.1:${port}/`, request());
  expect(receipt).toEqual({ delivered: false, why: 'It answered 101.' });
  switching.close();
});

it('a name server that answers nothing keeps no other name waiting', async () => {
  const silent = await nameServer(null);
  const over = new AbortController();
  const posts = Array.from({ length: 12 }, (_, n) =>
    outsidePosts([], asking(silent)).post(`https://${n}.example/`, { ...request(), signal: over.signal }),
  );
  await expect.poll(silent.asked).toBeGreaterThanOrEqual(24);
  let answered = 0;
  void Promise.race(posts).then(() => (answered += 1));
  expect(await lookup('localhost')).toHaveProperty('address');
  expect(answered, 'while all of them still wait').toBe(0);
  over.abort();
  expect(await Promise.all(posts)).toEqual(
    posts.map(() => ({ delivered: false, why: 'It cannot be reached.' })),
  );
  silent.close();
});

it('each post asks the name servers that its computer has by then', async () => {
  const gone = await nameServer('8.8.8.8');
  gone.close();
  const live = await nameServer('127.0.0.1');
  const networks = [gone, live].map(asking);
  const { post } = outsidePosts([], () => networks.shift()?.() ?? asking(live)());
  expect(await post('https://printer.example/', request())).toHaveProperty('why', 'It cannot be reached.');
  const refused = await post('https://printer.example/', request());
  expect(refused).toHaveProperty('why', 'The address is not on the public internet.');
  live.close();
});

it.each([
  ['8.8.8.8', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['0.0.0.0', false],
  ['2606:4700::1111', true],
  ['::1', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:127.0.0.1', false],
  ['64:ff9b::7f00:1', false],
  ['2002:7f00:1::', false],
  ['localhost', false],
])('%s is public: %s (D47)', (address, expected) => {
  expect(isPublic(address)).toBe(expected);
});
