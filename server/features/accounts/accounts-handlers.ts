import type { FastifyBaseLogger } from 'fastify';
import type { Clock } from '../../clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { readTogether } from '../../database/read-together.ts';
import { refuse, tooManyAttempts, type Refusal } from '../../http/refusal.ts';
import type { Authenticate, RouteHandlers } from '../../http/serve.ts';
import type { Redis } from '../../redis.ts';
import type { AccessTokens } from './access-tokens.ts';
import { accountOf } from './account-row.ts';
import { isCommonPassword } from './common-passwords.ts';
import { countInTurn } from './count-in-turn.ts';
import { normaliseEmail, tryCreateAccount, type AccountRow } from './create-account.ts';
import { checkPassword, hashingIsBusy, hashPassword } from './passwords.ts';
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
  const countRegistering = countInTurn(limits);

  return {
    async 'POST /sellers/register'({ body, address }) {
      const limited = [
        { limit: registerPerAddress, subject: address },
        { limit: registerPerEmail, subject: normaliseEmail(body.email) },
      ];
      const wait = await countRegistering(limited);
      if (wait !== null) return tooManyAttempts(wait);
      if (hashingIsBusy()) return busy();
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
      if (wait !== null) return tooManyAttempts(wait);
      const account = await kysely
        .selectFrom('accounts')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst();
      if (hashingIsBusy()) return busy();
      const { matches, outdated } = await checkPassword(body.password, account?.password_hash ?? null);
      // Of many guesses sent at once only those are answered that the limit had room for by the time they were checked.
      const late = await limits.secondsToWait(limited);
      if (late !== null) return tooManyAttempts(late);
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

const readCallers: Statement = {
  name: 'callers',
  sql: `
select id, status, is_admin, signed_out_at from accounts
where id = any (array(select jsonb_array_elements_text($1::jsonb)))`,
};

/** Who sent an access token, unless its sign-in was ended since; with the account's status as it is now (D14). */
export function authenticator(database: Database, tokens: AccessTokens): Authenticate {
  type CallerRow = Pick<AccountRow, 'id' | 'status' | 'is_admin' | 'signed_out_at'>;
  const accountOf = readTogether<string, CallerRow>(
    (id) => id,
    async (ids) => {
      const rows = await database.run<CallerRow>(readCallers, [JSON.stringify(ids)]);
      return new Map(rows.map((row) => [row.id, row]));
    },
  );
  return async (token) => {
    const claims = tokens.verify(token);
    const account = claims && (await accountOf(claims.accountId));
    if (!account || claims.issuedAt < (account.signed_out_at?.getTime() ?? 0)) return null;
    const verified = account.status === 'verified';
    return { id: account.id, isAdmin: account.is_admin, verified, family: claims.family };
  };
}

function busy(): Refusal {
  return refuse(503, 'BUSY', 'Too many people are signing in just now. Please try again.', { retryAfter: 3 });
}

function invalid(field: string, message: string, status = 422): Refusal {
  const code = status === 409 ? 'EMAIL_TAKEN' : 'INVALID_VALUE';
  return refuse(status, code, message, { fields: { [field]: message } });
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
