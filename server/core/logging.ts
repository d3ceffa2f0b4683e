import { pino } from 'pino';
import type { FastifyServerOptions } from 'fastify';
import { requestContext } from './request-context.ts';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** What must never be read in a log, however deep it lies. */
const secretFields = [
  'authorization',
  'cookie',
  'password',
  'password_hash',
  'passwordHash',
  'accessToken',
  'refreshToken',
  'token',
  'trackingToken',
  'secret',
  'clientSecret',
  'apiKey',
  'stripe-signature',
  'card',
];

/** Secrets that betray themselves by their form: bearer and signed tokens, a card provider's keys, passwords in addresses. */
const secretForms = [
  /\bBearer\s+[\w~+/=.-]+/gi,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  /\b(?:sk|rk)_(?:live|test)_\w+/g,
  /\bwhsec_\w+/g,
  /(?<=\b(?:postgres(?:ql)?|rediss?):\/\/)[^\s"/@]+(?=@)/g,
];

/** A line without any of these has none of those forms; most have not, and looking for five takes five times as long. */
const signsOfSecrets = /bearer|eyJ|[sr]k_|whsec_|:\/\//i;

/**
 * JSON lines on standard output, each with the id of its request; whatever could sign somebody in is never in them (D42,
 * hazards A25): by name where it is a field, and by form where it is part of a text.
 */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    // Many lines with one write, and none later than this many ms; at an exit the rest goes out.
    stream: pino.destination({ dest: 1, sync: false, minLength: 4096, periodicFlush: 50 }),
    mixin: () => ({ ...requestContext.getStore() }),
    serializers: { err: plainError },
    redact: {
      paths: secretFields.flatMap((name) =>
        ['', '*.', '*.*.', '*.*.*.'].map((depth) => `${depth}["${name}"]`.replace('.[', '[')),
      ),
      censor: '[redacted]',
    },
    hooks: {
      streamWrite: (line) =>
        signsOfSecrets.test(line)
          ? secretForms.reduce((text, form) => text.replaceAll(form, '[redacted]'), line)
          : line,
    },
  };
}

/**
 * For a logger whose lines are flat: looking for secrets at every depth takes longer than all else about such a line.
 * They are still found by name at the top, and by form.
 */
export const flatLines = {
  redact: { paths: secretFields.map((name) => `["${name}"]`), censor: '[redacted]' },
};

/** Without what a database or a provider adds: the values that a row or a request held. */
function plainError(error: Error) {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { type: error.name, message: error.message, stack: error.stack ?? '', code, constraint };
}
