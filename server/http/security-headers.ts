import cors from '@fastify/cors';
import helmet from '@fastify/helmet';
import Fastify, { type FastifyInstance } from 'fastify';
import { refuse } from './refusal.ts';
import { sendRefusal } from './send-refusal.ts';

const directives = {
  'default-src': ["'none'"],
  'base-uri': ["'none'"],
  'form-action': ["'none'"],
  'frame-ancestors': ["'none'"],
  'object-src': ["'none'"],
};

/** What no page here uses, so that a script that got in cannot either. Names that Chromium does not know would fill its log. */
const permissionsPolicy = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'serial',
  'usb',
  'xr-spatial-tracking',
]
  .map((feature) => `${feature}=()`)
  .join(', ');

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
  server.addHook('onRequest', (request, reply, done) => {
    reply.headers(headers);
    if (hasOneHost(request.raw.rawHeaders)) return done();
    sendRefusal(reply, refuse(400, 'MALFORMED_REQUEST', 'This request names more than one host.'));
  });
  await server.register(cors, {
    origin: origins,
    methods: ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'],
    allowedHeaders: ['authorization', 'content-type', 'if-match', 'idempotency-key'],
    // The date too: a till sets its countdowns by the server's clock.
    exposedHeaders: ['date', 'retry-after', 'x-request-id'],
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

/** Node keeps the first of two; a proxy in front of it may have gone by the second. @param raw names and values in turn */
function hasOneHost(raw: string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < raw.length; at += 2) if (raw[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts <= 1;
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
  return { ...reply.json<Record<string, string>>(), 'permissions-policy': permissionsPolicy };
}
