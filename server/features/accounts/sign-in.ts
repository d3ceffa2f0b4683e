import { sql } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';
import { refuse, tooManyAttempts, type Refusal } from '../../http/refusal.ts';
import type { Charge, Counters } from '../../limits/counters.ts';
import { NoTurn, type Turns } from '../../limits/turns.ts';
import { normaliseEmail, type AccountRow } from './create-account.ts';
import { checkPassword, hashPassword } from './passwords.ts';

export type PasswordSignInOptions = {
  database: Database;
  counters: Counters;
  /** Networks take turns at having a password hashed. */
  hashing: Turns;
  /** A keyed hash, so that it is written nowhere where somebody signs in from. */
  hashedNetwork(network: string): string;
  log: FastifyBaseLogger;
};

export type Credentials = { email: string; password: string };
/** Where a password is given: `address` is for the log alone. */
export type Place = { address: string; network: string };

/** Finds whose e-mail and password these are, as often as guessing is allowed. */
export function passwordSignIn({ database, counters, hashing, hashedNetwork, log }: PasswordSignInOptions) {
  const { kysely } = database;

  return async function signIn(given: Credentials, place: Place): Promise<AccountRow | Refusal> {
    const email = normaliseEmail(given.email);
    const account = await accountOf(email, place.network);
    const failure: Charge[] = [
      { limit: 'sign-in-failures', subject: `${email} ${place.network}` },
      { limit: 'sign-in-failures-network', subject: place.network },
      // Strangers who guess from many networks keep nobody out where they have signed in before.
      ...(account?.knows_network ? [] : [{ limit: 'sign-in-failures-email', subject: email } as const]),
    ];
    const success: Charge = { limit: 'sign-ins-email', subject: email };
    // Whoever has to be refused waits for no turn.
    const { wait } = await counters.look([...failure, success]);
    if (wait !== null) return tooManyAttempts(wait);
    return inTurn(hashing, place.network, async () => {
      // Counted as both before it is known which it is: of many at once no more are checked than there is room for.
      const full = await counters.take([...failure, success]);
      if (full !== null) return tooManyAttempts(full);
      const { matches, outdated } = await checkPassword(given.password, account?.password_hash ?? null);
      await counters.add((matches ? failure : [success]).map((charge) => ({ ...charge, cost: -1 })));
      if (!account || !matches) {
        log.warn({ event: 'sign-in-failed', accountId: account?.id ?? null, address: place.address });
        return refuse(401, 'INVALID_CREDENTIALS', 'Your credentials are not valid');
      }
      return outdated ? rehashed(account, given.password) : account;
    });
  };

  /** The account, and whether it was signed in from that network before, as far back as tokens are held. */
  function accountOf(email: string, network: string) {
    return kysely
      .selectFrom('accounts')
      .selectAll()
      .select(
        sql<boolean>`exists (select 1 from refresh_tokens r
          where r.account_id = accounts.id and r.network = ${hashedNetwork(network)})`.as('knows_network'),
      )
      .where('email', '=', email)
      .executeTakeFirst();
  }

  async function rehashed(account: AccountRow, password: string): Promise<AccountRow> {
    const password_hash = await hashPassword(password);
    await kysely.updateTable('accounts').set({ password_hash }).where('id', '=', account.id).execute();
    return { ...account, password_hash };
  }
}

/** Has a password hashed in the network's turn; a refusal where too many wait already. */
export async function inTurn<Result>(
  hashing: Turns,
  network: string,
  work: () => Promise<Result>,
): Promise<Result | Refusal> {
  try {
    return await hashing.run(network, work);
  } catch (error) {
    if (!(error instanceof NoTurn)) throw error;
    return refuse(503, 'BUSY', 'Too many people are signing in just now. Please try again.', {
      retryAfter: 3,
    });
  }
}
