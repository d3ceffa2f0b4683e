import { createHmac, timingSafeEqual } from 'node:crypto';

/** Secrets that are computed from the server's own and stored nowhere. */
export function escalationTokens(secret: string) {
  const mac = (what: string) => createHmac('sha256', secret).update(what).digest('base64url');
  const seal = (alertId: string) => mac(`alert:${alertId}`);
  return {
    webhookKey: (outletId: string, salt: string) => mac(`webhook:${outletId}:${salt}`),
    /** What a phone returns once it has shown the message. */
    arrivalToken: (alertId: string) => `${alertId}.${seal(alertId)}`,
    /** The message that a token belongs to; null for a token that this server did not make. */
    alertOf(token: string): string | null {
      const [id = '', given = ''] = token.split('.');
      const [expected, got] = [Buffer.from(seal(id)), Buffer.from(given)];
      return expected.length === got.length && timingSafeEqual(expected, got) ? id : null;
    },
  };
}
