import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { trustedProxies } from './caller-address.ts';
import { tellUntrustedProxy } from './untrusted-proxy.ts';

const FORWARDED = { 'x-forwarded-for': '203.0.113.7' };

/** How often the log warns while these requests come in, each from its address. */
async function warningsOf(requests: { remoteAddress: string; headers?: object }[]): Promise<number> {
  const lines: string[] = [];
  const server = Fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } });
  tellUntrustedProxy(server, trustedProxies(['172.30.44.10']));
  server.get('/', async () => 'ok');
  for (const { remoteAddress, headers = {} } of requests)
    expect((await server.inject({ url: '/', remoteAddress, headers: { ...headers } })).statusCode).toBe(200);
  await server.close();
  for (const line of lines) expect(line).not.toMatch(/203\.0\.113|172\.18/);
  return lines.filter((line) => line.includes('proxy-not-trusted')).length;
}

it('says once, and without an address, that a proxy that is not trusted hands on its callers', async () => {
  const untrusted = { remoteAddress: '172.18.0.5', headers: FORWARDED };
  expect(await warningsOf([untrusted, untrusted])).toBe(1);
});

it('says nothing of a proxy that is trusted, or of callers without one', async () => {
  const trusted = { remoteAddress: '172.30.44.10', headers: FORWARDED };
  expect(await warningsOf([trusted, { remoteAddress: '172.18.0.5' }])).toBe(0);
});
