import { hostname } from 'node:os';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { receiver, type Receiver } from '../../tests/support/alerts/receivers.ts';
import { outsidePosts } from './post-outside.ts';
import { isPublic } from './public-address.ts';

let inside: Receiver;
beforeAll(async () => {
  inside = await receiver();
});
afterAll(() => inside.close());

const request = () => ({ headers: {}, body: '{}', signal: new AbortController().signal });

it('a name that leads to a private address is not connected to, unless the operator named it (D47)', async () => {
  const port = new URL(inside.url).port;
  const refused = await outsidePosts([]).post(`https://${hostname()}:${port}/`, request());
  expect(refused).toEqual({ delivered: false, why: 'The address is not on the public internet.' });
  expect(inside.received).toEqual([]);
  expect(await outsidePosts(['127.0.0.1']).post(inside.url, request())).toEqual({ delivered: true });
  expect(inside.received).toHaveLength(1);
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
