import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';

const directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
};

/** The same for a reply to what could not be read far enough to have a route, and so passes by every hook. */
export const headersWithoutRoute = {
  'cache-control': 'no-store',
  'content-security-policy': Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';'),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

/** What browsers are told with every reply (hazards A26), and which other origins' pages may read it (E27). */
export async function sendSecurityHeaders(server: FastifyInstance, origins: string[]): Promise<void> {
  const headers = await headersOfHelmet();
  // First: CORS answers a preflight by itself.
  server.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
  await server.register(cors, {
    origin: origins,
    methods: ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'],
    allowedHeaders: ['authorization', 'content-type', 'if-match', 'idempotency-key'],
    exposedHeaders: ['retry-after', 'x-request-id'],
    maxAge: 600,
    // An OPTIONS that no page sent asks what there is; it is no mistake.
    strictPreflight: false,
  });
  server.addHook('onSend', (request, reply, payload, done) => {
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
    // Said in the clear it means nothing, and a till on the same computer has no certificate to be held to.
    if (request.protocol === 'https')
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    done(null, payload);
  });
}

/** What helmet says is the same with every reply: it is asked once, since it would work it out each time. */
async function headersOfHelmet(): Promise<Record<string, string>> {
  const asked = Fastify();
  await asked.register(helmet, {
    // Pages bring their own; anything else has no business loading anything.
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginResourcePolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  asked.get('/', (_request, reply) => reply.raw.getHeaders());
  const reply = await asked.inject('/');
  await asked.close();
  return reply.json();
}
