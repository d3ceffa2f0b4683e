import type { FastifyInstance, InjectOptions } from 'fastify';

/**
 * Calls a server without a connection, and reads the whole reply; of an endless stream of events, which it then
 * leaves, the data of the first.
 */
export async function injected(server: FastifyInstance, options: InjectOptions) {
  const reply = await server.inject({ ...options, payloadAsStream: true });
  const streams = String(reply.headers['content-type']).startsWith('text/event-stream');
  let body = '';
  for await (const part of reply.stream().setEncoding('utf8')) {
    body += part;
    const first = streams && /^data: (?<data>.*)\n\n/m.exec(body)?.groups?.['data'];
    if (!first) continue;
    body = first;
    reply.raw.res.destroy();
    break;
  }
  return { statusCode: reply.statusCode, headers: reply.headers, body };
}
