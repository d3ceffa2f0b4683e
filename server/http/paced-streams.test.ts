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
