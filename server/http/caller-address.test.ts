import type { IncomingMessage } from 'node:http';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { callerAddress, trustedProxies } from './caller-address.ts';

it.each([
  ['203.0.113.9', ''],
  ['203.0.113.9', '192.0.2.1'],
  ['127.0.0.1', '192.0.2.1'],
  ['127.0.0.1', '198.51.100.7, 192.0.2.1'],
  ['127.0.0.1', '198.51.100.7, 10.1.2.3'],
  ['::1', '2001:db8::7'],
  ['::ffff:127.0.0.1', '192.0.2.1'],
  ['127.0.0.1', '10.1.2.3'],
  ['127.0.0.1', 'nobody'],
])('who calls from %s by way of "%s" is who Fastify says', async (remoteAddress, forwarded) => {
  const proxies = ['loopback', '10.0.0.0/8'];
  const headers = forwarded === '' ? {} : { 'x-forwarded-for': forwarded };
  const fastify = Fastify({ trustProxy: proxies });
  fastify.get('/', ({ ip }) => ip);
  const reply = await fastify.inject({ url: '/', headers, remoteAddress });
  const request = { socket: { remoteAddress }, headers } as unknown as IncomingMessage;
  expect(callerAddress(request, trustedProxies(proxies))).toBe(reply.body);
});
