import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

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
  // First: CORS answers a preflight by itself.
  await server.register(helmet, {
    // Pages bring their own; anything else has no business loading anything.
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginResourcePolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  await server.register(cors, {
    origin: origins,
    methods: ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'],
    allowedHeaders: ['authorization', 'content-type', 'if-match', 'idempotency-key'],
    exposedHeaders: ['retry-after'],
    maxAge: 600,
    // An OPTIONS that no page sent asks what there is; it is no mistake.
    strictPreflight: false,
  });
  server.addHook('onSend', async (request, reply) => {
    if (request.url.startsWith('/api') && !reply.hasHeader('cache-control'))
      reply.header('cache-control', 'no-store');
    // Said in the clear it means nothing, and a till on the same computer has no certificate to be held to.
    if (request.protocol === 'https')
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
  });
}
