import type { IncomingMessage } from 'node:http';
import cors from '@fastify/cors';
import { SCREEN_NAME_HEADER } from '#shared/api/screen-name-header.ts';
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

/** Only names that Chromium knows: others fill its log. */
const features = [
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
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * Browser features that no page uses, so that an injected script cannot either.
 * @param payment who may use the browser's own way of paying: nobody, but on a page that takes cards
 */
export const permissionsPolicy = (payment = '()'): string =>
  [...features.map((feature) => `${feature}=()`), `payment=${payment}`].join(', ');

/**
 * The headers of the API's replies, and of those to requests that could not be parsed. What else Helmet sends says what a
 * page may do.
 */
export const headersOfCalls = {
  'cache-control': 'no-store',
  'content-security-policy': Object.entries(directives)
    .map(([name, values]) => `${name} ${values.join(' ')}`)
    .join(';'),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

/** Sends the security headers with every reply, and lets only these origins' pages read it. */
export async function sendSecurityHeaders(server: FastifyInstance, origins: string[]): Promise<void> {
  const headersOfPages = await headersOfHelmet();
  // Registered before CORS, which answers a preflight itself.
  server.addHook('onRequest', (request, reply, done) => {
    const isAddress = request.url.startsWith('/');
    reply.headers(isAddress && !request.url.startsWith('/api') ? headersOfPages : headersOfCalls);
    // HSTS means nothing over plain HTTP, and a till on the same computer has no certificate.
    if (request.protocol === 'https')
      reply.header('strict-transport-security', 'max-age=31536000; includeSubDomains');
    const wrong = whatIsWrong(request.raw, isAddress);
    if (wrong === null) return done();
    sendRefusal(reply, refuse(400, 'MALFORMED_REQUEST', wrong));
  });
  await server.register(cors, {
    origin: origins,
    methods: ['GET', 'POST', 'PATCH', 'DELETE', 'PUT'],
    allowedHeaders: ['authorization', 'content-type', 'if-match', 'idempotency-key', SCREEN_NAME_HEADER],
    // The date is exposed because tills set their countdowns by the server's clock.
    exposedHeaders: ['date', 'retry-after', 'x-request-id', SCREEN_NAME_HEADER],
    maxAge: 600,
    // An OPTIONS request that is no preflight asks which methods there are; it is no mistake.
    strictPreflight: false,
  });
}

/** What is wrong with where a request is to go. Only a proxy is asked for what another address names. */
function whatIsWrong({ url, method, rawHeaders }: IncomingMessage, isAddress: boolean): string | null {
  if (!isAddress && !(url === '*' && method === 'OPTIONS'))
    return 'The address of a request begins with “/”.';
  return hasOneHost(rawHeaders) ? null : 'This request names more than one host.';
}

/**
 * Node uses the first of two Host headers; a proxy in front may have used the second. @param raw names and values in
 * turn
 */
function hasOneHost(raw: string[]): boolean {
  let hosts = 0;
  for (let at = 0; at < raw.length; at += 2) if (raw[at]?.toLowerCase() === 'host') hosts += 1;
  return hosts <= 1;
}

/** Helmet's headers are the same for every page, so they are computed once. */
async function headersOfHelmet(): Promise<Record<string, string>> {
  const asked = Fastify();
  await asked.register(helmet, {
    // Pages bring their own policy; other replies may load nothing.
    contentSecurityPolicy: { useDefaults: false, directives },
    crossOriginResourcePolicy: false,
    referrerPolicy: { policy: 'no-referrer' },
    strictTransportSecurity: false,
    xFrameOptions: { action: 'deny' },
  });
  asked.get('/', (_request, reply) => reply.raw.getHeaders());
  const reply = await asked.inject('/');
  await asked.close();
  return { ...reply.json<Record<string, string>>(), 'permissions-policy': permissionsPolicy() };
}
