import { accountStatus } from '#shared/account-statuses.ts';
import type { Account } from '#shared/api/accounts.ts';
import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Database } from '../../database/database.ts';
import { refuse, type Refusal } from '../../http/refusal.ts';
import type { Authenticate, RouteHandlers } from '../../http/serve.ts';
import type { Redis } from '../../redis.ts';
import type { AccessTokens } from './access-tokens.ts';
import { isCommonPassword } from './common-passwords.ts';
import { normaliseEmail, tryCreateAccount, type AccountRow } from './create-account.ts';
import { checkPassword, hashPassword } from './passwords.ts';
import {
  rateLimits,
  registerPerAddress,
  registerPerEmail,
  signInPerAddress,
  signInPerEmail,
  type Limited,
} from './rate-limits.ts';
import { refreshTokens } from './refresh-tokens.ts';

export type AccountsOptions = {
  database: Database;
  clock: Clock;
  tokens: AccessTokens;
  secret: string;
  log: FastifyBaseLogger;
  /** What a seller's link to Stripe needs (D39); null where accounts cannot be connected. */
  connectLink(accountId: string): { stripeClientId: string; stripeConnectState: string } | null;
  redis: Redis | null;
  /** A sign-in has ended: its sockets are to be closed. */
  onFamilyEnded: (family: string) => void;
};

type AccountsHandlers = Pick<
  RouteHandlers,
  | 'POST /sellers/register'
  | 'POST /sellers/sign-in'
  | 'POST /sellers/refresh-token'
  | 'POST /sellers/sign-out'
  | 'GET /sellers/profile'
>;

/** Registering, signing in and out, and the profile (D12–D15). */
export function accountsHandlers(options: AccountsOptions): AccountsHandlers {
  const { database, clock, tokens, log } = options;
  const { kysely } = database;
  const refresh = refreshTokens(kysely, options.secret, clock);
  const limits = rateLimits(kysely, clock, options.redis);

  return {
    async 'POST /sellers/register'({ body, address }) {
      const limited = [
        { limit: registerPerAddress, subject: address },
        { limit: registerPerEmail, subject: normaliseEmail(body.email) },
      ];
      const wait = await limits.secondsToWait(limited);
      if (wait !== null) return tooMany(wait);
      await limits.count(limited);
      if (isCommonPassword(body.password))
        return invalid(
          'password',
          'This password is among the first that anybody would try. Please choose another.',
        );
      const account = await tryCreateAccount(database, {
        ...body,
        status: 'pending',
        isAdmin: false,
        createdAt: clock.now(),
      });
      if (!account) return invalid('email', 'There is an account with this e-mail address already.', 409);
      log.info({ event: 'account-registered', accountId: account.id });
      return profileOf(account);
    },

    async 'POST /sellers/sign-in'({ body, address }) {
      const email = normaliseEmail(body.email);
      const limited: Limited[] = [
        { limit: signInPerAddress, subject: address },
        { limit: signInPerEmail, subject: email },
      ];
      const wait = await limits.secondsToWait(limited);
      if (wait !== null) return tooMany(wait);
      const account = await kysely
        .selectFrom('accounts')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst();
      const { matches, outdated } = await checkPassword(body.password, account?.password_hash ?? null);
      if (!account || !matches) {
        await limits.count(limited);
        log.warn({ event: 'sign-in-failed', accountId: account?.id ?? null, address });
        return refuse(401, 'INVALID_CREDENTIALS', 'Your credentials are not valid');
      }
      if (outdated) await rehash(account.id, body.password);
      const { refreshToken, family, issuedAt } = await refresh.issue(account.id);
      log.info({ event: 'signed-in', accountId: account.id });
      const accessToken = tokens.sign(account.id, family, issuedAt);
      return { account: { ...accountOf(account), accessToken, refreshToken }, isAdmin: account.is_admin };
    },

    async 'POST /sellers/refresh-token'({ body }) {
      const result = await refresh.exchange(body.refreshToken);
      if (result.kind === 'rotated') {
        const { accountId, family, issuedAt, refreshToken } = result;
        return { accessToken: tokens.sign(accountId, family, issuedAt), refreshToken };
      }
      if (result.kind === 'reused') {
        log.warn({ event: 'refresh-token-reused', accountId: result.accountId });
        options.onFamilyEnded(result.family);
      }
      return refuse(401, 'SESSION_OVER', 'Please sign in again.');
    },

    async 'POST /sellers/sign-out'({ body }) {
      const family = await refresh.revokeFamilyOf(body.refreshToken);
      if (family) options.onFamilyEnded(family);
      return {};
    },

    async 'GET /sellers/profile'({ caller }) {
      const row = await kysely
        .selectFrom('accounts')
        .selectAll()
        .where('id', '=', caller.id)
        .executeTakeFirstOrThrow();
      const failure = row.stripe_connect_error;
      return {
        ...profileOf(row),
        ...options.connectLink(row.id),
        ...(failure !== null && { stripeConnectError: failure }),
      };
    },
  };

  async function rehash(id: string, password: string) {
    const password_hash = await hashPassword(password);
    await kysely.updateTable('accounts').set({ password_hash }).where('id', '=', id).execute();
  }
}

/** Who sent an access token, with the account's status as it is now (D14). */
export function authenticator(database: Database, tokens: AccessTokens): Authenticate {
  return async (token) => {
    const claims = tokens.verify(token);
    if (!claims) return null;
    const account = await database.kysely
      .selectFrom('accounts')
      .select(['status', 'is_admin'])
      .where('id', '=', claims.accountId)
      .executeTakeFirst();
    if (!account) return null;
    const verified = account.status === 'verified';
    return { id: claims.accountId, isAdmin: account.is_admin, verified, family: claims.family };
  };
}

function tooMany(seconds: number): Refusal {
  return refuse(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts. Please wait a while and try again.', {
    retryAfter: seconds,
  });
}

function invalid(field: string, message: string, status = 422): Refusal {
  const code = status === 409 ? 'EMAIL_TAKEN' : 'INVALID_VALUE';
  return refuse(status, code, message, { fields: { [field]: message } });
}

function accountOf(row: AccountRow): Account {
  return {
    id: row.id,
    email: row.email,
    companyName: row.company_name,
    companyWebsite: row.company_website,
    companyPhoneNumber: row.company_phone_number,
    addressLine1: row.address_line_1,
    addressLine2: row.address_line_2,
    city: row.city,
    county: row.county,
    country: row.country,
    postcode: row.postcode,
    stripeConnectId: row.stripe_connect_id,
    isAdmin: row.is_admin,
    accountStatus: accountStatus(row.status),
  };
}

function profileOf(row: AccountRow) {
  const account = accountOf(row);
  return {
    id: account.id,
    companyName: account.companyName,
    stripeConnectId: account.stripeConnectId,
    account,
  };
}
