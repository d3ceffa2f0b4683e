import type { FastifyBaseLogger } from 'fastify';
import { recordAudit, type AuditEntry } from '../../audit/audit-log.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { refuse, Refusal, tooManyAttempts } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { Counters } from '../../limits/counters.ts';
import type { Turns } from '../../limits/turns.ts';
import { CANNOT_CHARGE } from '../../payments/cannot-charge.ts';
import type { AccessTokens } from './access-tokens.ts';
import { accountOf } from './account-row.ts';
import { isCommonPassword } from './common-passwords.ts';
import { normaliseEmail, tryCreateAccount, type AccountRow } from './create-account.ts';
import { deviceOf } from './device.ts';
import { refreshTokens } from './refresh-tokens.ts';
import { hasStillPassword, inTurn, passwordSignIn, wrongCredentials } from './sign-in.ts';

export type AccountsOptions = {
  database: Database;
  clock: Clock;
  tokens: AccessTokens;
  secret: string;
  log: FastifyBaseLogger;
  /** The values for a seller's link to Stripe; null where accounts cannot be connected. */
  connectLink(accountId: string): { stripeClientId: string; stripeConnectState: string } | null;
  /** Whether sellers can take orders without an account at the card provider. */
  cardsNeedNoAccount: boolean;
  counters: Counters;
  /** Networks take turns at having passwords hashed. */
  hashing: Turns;
  /** Each network looks up only a few sign-ins at once. */
  asking: Turns;
  /** A keyed hash of the caller's network. */
  hashedNetwork(network: string): string;
  /** Called when a sign-in has ended, to close its sockets. */
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

/** Registering, signing in and out, and the profile. */
export function accountsHandlers(options: AccountsOptions): AccountsHandlers {
  const { database, clock, tokens, log, counters, hashing } = options;
  const { kysely } = database;
  const refresh = refreshTokens(kysely, options.secret, clock);
  const signIn = passwordSignIn(options);

  return {
    async 'POST /sellers/register'({ body, network }) {
      const wait = await counters.take([
        { limit: 'registrations-network', subject: network },
        { limit: 'registrations-email', subject: normaliseEmail(body.email) },
      ]);
      if (wait !== null) return tooManyAttempts(wait);
      if (isCommonPassword(body.password))
        return invalid(
          'password',
          'This password is among the first that anybody would try. Please choose another.',
        );
      const account = await inTurn(hashing, network, () =>
        tryCreateAccount(database, {
          ...body,
          status: 'pending',
          isAdmin: false,
          createdAt: clock.now(),
        }),
      );
      if (account instanceof Refusal) return account;
      if (!account) return invalid('email', 'There is an account with this e-mail address already.', 409);
      log.info({ event: 'account-registered', accountId: account.id });
      return profileOf(account);
    },

    async 'POST /sellers/sign-in'({ body, address, network, userAgent }) {
      const account = await signIn(body, { address, network });
      if (account instanceof Refusal) return account;
      const from = { device: deviceOf(userAgent), network: options.hashedNetwork(network) };
      // The password was checked some time ago: a new one ends the sign-ins that it finds, and would not find this one.
      const issued = await kysely
        .transaction()
        .execute(async (tx) =>
          (await hasStillPassword(tx, account)) ? refresh.issue(account.id, from, tx) : null,
        );
      if (!issued) return wrongCredentials();
      const { refreshToken, family, issuedAt } = issued;
      if (account.is_admin) await recordAudit(kysely, adminSignedIn(account.id, address, clock.now()));
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
        ...(row.status === 'verified' && options.connectLink(row.id)),
        ...(options.cardsNeedNoAccount && { cardsNeedNoAccount: true }),
        ...(failure !== null && { stripeConnectError: failure }),
        ...(failure === CANNOT_CHARGE && { cardsRefused: true }),
      };
    },
  };
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

function adminSignedIn(id: string, address: string, at: Date): AuditEntry {
  return { at, actorId: id, action: 'admin-signed-in', subjectId: id, details: { address } };
}
