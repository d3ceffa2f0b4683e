import type { FastifyInstance } from 'fastify';
import type { IsProxy } from './caller-address.ts';

/**
 * Logs once that requests come through a proxy that is not trusted: all its callers then count as one network, and share
 * its limits.
 */
export function tellUntrustedProxy(server: FastifyInstance, isProxy: IsProxy): void {
  let told = false;
  server.addHook('onRequest', ({ raw }, _reply, done) => {
    if (!told && raw.headers['x-forwarded-for'] !== undefined && !isProxy(raw.socket.remoteAddress ?? '')) {
      told = true;
      server.log.warn(
        { event: 'proxy-not-trusted' },
        'A request came with X-Forwarded-For from an address that TRUST_PROXY does not name. If a proxy stands there, all its callers count as one',
      );
    }
    done();
  });
}
