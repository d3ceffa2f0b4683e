import { pino } from 'pino';
import type { FastifyServerOptions } from 'fastify';
import { requestContext } from './request-context.ts';

type LoggerOptions = Exclude<FastifyServerOptions['logger'], boolean | undefined>;

/** Field names whose values are never logged, at any depth. */
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

/**
 * Secrets that are recognised by their form: bearer and signed tokens, a card provider's keys, passwords in
 * addresses.
 */
const secretForms = [
  /\bBearer\s+[\w~+/=.-]+/gi,
  /\beyJ[\w-]+\.[\w-]+\.[\w-]+/g,
  /\b(?:sk|rk)_(?:live|test)_\w+/g,
  /\bwhsec_\w+/g,
  /(?<=\b(?:postgres(?:ql)?|rediss?):\/\/)[^\s"/@]+(?=@)/g,
];

/** A quick test that spares most lines the five patterns: testing for all of them takes five times as long. */
const signsOfSecrets = /bearer|eyJ|[sr]k_|whsec_|:\/\//i;

/**
 * JSON lines on standard output, each with its request's id. No line holds anything that could sign somebody
 * in: fields are redacted by name, and texts by the form of a secret.
 */
export function logOptions(level: string): LoggerOptions {
  return {
    level,
    // Many lines share a write, at most 50 ms after they were logged; the rest is written at exit.
    stream: pino.destination({ dest: 1, sync: false, minLength: 16_000, periodicFlush: 50 }),
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
 * For a logger whose lines are flat: redacting at every depth takes longer than all other work on such a line.
 * Secrets are still redacted by name at the top level, and by form.
 */
export const flatLines = {
  redact: { paths: secretFields.map((name) => `["${name}"]`), censor: '[redacted]' },
};

/** Leaves out what a database or a provider adds to an error: values of the row or request. */
function plainError(error: Error) {
  const { code, constraint } = error as { code?: unknown; constraint?: unknown };
  return { type: error.name, message: error.message, stack: error.stack ?? '', code, constraint };
}
