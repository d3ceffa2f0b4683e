import type { FastifyServerOptions } from 'fastify';

/** JSON lines on standard output; whatever could sign somebody in is never in them (D42, hazards A25). */
export function logOptions(level: string): Exclude<FastifyServerOptions['logger'], boolean | undefined> {
  return {
    level,
    redact: {
      paths: [
        'req.headers.authorization',
        'req.headers.cookie',
        'headers.authorization',
        '*.password',
        '*.accessToken',
        '*.refreshToken',
        '*.token',
      ],
      censor: '[redacted]',
    },
  };
}
