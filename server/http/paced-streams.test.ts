import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { paceStreams } from './paced-streams.ts';

const STREAMS = 200;

it('another request waits only for a few of the streams that came before it, and each of these begins (M18)', async () => {
  const server = Fastify();
  paceStreams(server);
  const begun: string[] = [];
  server.get('/stream', { config: { events: true } }, () => (begun.push('stream'), ''));
  server.get('/order', () => (begun.push('order'), ''));
  await server.ready();
  // Without `then` none would be sent before it is awaited.
  const streams = Array.from({ length: STREAMS }, () => server.inject('/stream').then(({ body }) => body));
  await server.inject('/order');
  expect(begun.indexOf('order')).toBeLessThan(STREAMS / 2);
  await Promise.all(streams);
  expect(begun.filter((one) => one === 'stream')).toHaveLength(STREAMS);
  await server.close();
});

it('of a stream that still waits the end is noticed in its turn, as of one that has begun', async () => {
  const server = Fastify();
  paceStreams(server);
  server.get('/stream', { config: { events: true } }, () => new Promise(() => {}));
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const connected = once(server.server, 'connection');
  const client = connect(Number(port), '127.0.0.1');
  client.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n');
  const [connection] = (await connected) as [Socket];
  await expect.poll(() => connection.isPaused()).toBe(true);
  client.destroy();
  await once(connection, 'close');
  await server.close();
});

it('a stream whose client has gone while it waited is not begun', async () => {
  const server = Fastify();
  paceStreams(server);
  const begun: string[] = [];
  server.get<{ Querystring: { of: string } }>('/stream', { config: { events: true } }, ({ query }) => {
    begun.push(query.of);
    return '';
  });
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const other = () => server.inject('/stream?of=others').then(({ body }) => body);
  const before = Array.from({ length: STREAMS }, other);
  const connected = once(server.server, 'connection');
  const client = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  const asked = once(server.server, 'request');
  client.write('GET /stream?of=gone HTTP/1.1\r\nHost: x\r\n\r\n');
  const [connection] = (await connected) as [Socket];
  await asked;
  connection.destroy();
  await Promise.all([...before, other()]);
  expect(begun).toEqual(Array.from({ length: STREAMS + 1 }, () => 'others'));
  await server.close();
});

it('a connection on which another stream is asked for before its own is over is cut', async () => {
  const server = Fastify();
  paceStreams(server);
  let begun = 0;
  server.get('/stream', { config: { events: true } }, () => new Promise(() => (begun += 1)));
  const { port } = new URL(await server.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect(Number(port), '127.0.0.1').on('error', () => undefined);
  client.write('GET /stream HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(STREAMS));
  await once(client, 'close');
  expect(begun).toBeLessThanOrEqual(1);
  await server.close();
});
