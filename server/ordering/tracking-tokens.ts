import { createHmac, timingSafeEqual } from 'node:crypto';

/** The token that lets a customer follow one order; it is computed, not stored. */
export function trackingTokens(secret: string) {
  const tokenOf = (orderId: string) =>
    createHmac('sha256', secret).update(`track:${orderId}`).digest('base64url');
  return {
    tokenOf,
    matches(orderId: string, token: string): boolean {
      const expected = Buffer.from(tokenOf(orderId));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}
