import { createSigner, createVerifier } from 'fast-jwt';
import { LRUCache } from 'lru-cache';

/** How long an access token is valid. */
const ACCESS_TOKEN_MS = 15 * 60_000;

/** Verified tokens that are cached. */
const MOST_KEPT = 10_000;

export type AccessClaims = {
  accountId: string;
  family: string;
  /** Unix time in ms. */ issuedAt: number;
  /** Unix time in seconds. */ expiresAt: number;
};

export type AccessTokens = {
  sign(accountId: string, family: string, issuedAt: Date): string;
  /** Null for a token that is invalid or expired. */
  verify(token: string): AccessClaims | null;
};

const pinned = { iss: 'servery', aud: 'servery-api' } as const;

/** Access tokens are JWTs signed with HS256; algorithm, issuer, audience and type are pinned. */
export function accessTokens(secret: string, now: () => Date): AccessTokens {
  const sign = createSigner({
    key: secret,
    algorithm: 'HS256',
    ...pinned,
    header: { alg: 'HS256', typ: 'at+jwt' },
  });
  const verify = createVerifier({
    key: secret,
    algorithms: ['HS256'],
    allowedIss: pinned.iss,
    allowedAud: pinned.aud,
    checkTyp: 'at+jwt',
    // The expiry is checked below against the server's clock, so that a cached token cannot outlive it.
    ignoreExpiration: true,
    cache: false,
  });
  // Keyed by the token itself: the verifier's own cache hashes it each time, which is most of the cost of verifying.
  const verified = new LRUCache<string, Payload>({ max: MOST_KEPT });

  return {
    sign(accountId, family, issuedAt) {
      const iat = Math.floor(issuedAt.getTime() / 1000);
      // In ms besides the standard's seconds, so that tokens from before and after a sign-out in one second differ.
      return sign({
        sub: accountId,
        fam: family,
        at: issuedAt.getTime(),
        iat,
        exp: iat + ACCESS_TOKEN_MS / 1000,
      });
    },
    verify(token) {
      const claims = verified.get(token) ?? payloadOf(verify, token);
      if (claims) verified.set(token, claims);
      if (!claims || claims.exp * 1000 <= now().getTime()) return null;
      return { accountId: claims.sub, family: claims.fam, issuedAt: claims.at, expiresAt: claims.exp };
    },
  };
}

type Payload = { sub: string; fam: string; at: number; exp: number };

function payloadOf(verify: (token: string) => unknown, token: string): Payload | null {
  try {
    const payload = verify(token) as Partial<Payload>;
    const { sub, fam, at, exp } = payload;
    return typeof sub === 'string' &&
      typeof fam === 'string' &&
      typeof at === 'number' &&
      typeof exp === 'number'
      ? { sub, fam, at, exp }
      : null;
  } catch {
    return null;
  }
}
