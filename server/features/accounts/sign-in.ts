import { sql, type Kysely } from 'kysely';
import type { FastifyBaseLogger } from 'fastify';
import type { Database } from '../../database/database.ts';
import type { Schema } from '../../database/schema.ts';
import { refuse, Refusal, tooManyAttempts } from '../../http/refusal.ts';
import type { Charge, Counters } from '../../limits/counters.ts';
import { NoTurn, type Turns } from '../../limits/turns.ts';
import { normaliseEmail, type AccountRow } from './create-account.ts';
import { checkPassword, hashPassword } from './passwords.ts';

export type PasswordSignInOptions = {
  database: Database;
  counters: Counters;
  /** Networks take turns at having passwords hashed. */
  hashing: Turns;
  /** Each network looks up only a few sign-ins at once. */
  asking: Turns;
  /** A keyed hash, so that the network of a sign-in is stored nowhere in the clear. */
  hashedNetwork(network: string): string;
  log: FastifyBaseLogger;
};

export type Credentials = { email: string; password: string };
/** The origin of a sign-in; `address` goes to the log alone. */
export type Place = { address: string; network: string };

/** Finds the account of an e-mail and password, within the limits on guessing. */
export function passwordSignIn(options: PasswordSignInOptions) {
  const { database, counters, hashing, asking, hashedNetwork, log } = options;
  const { kysely } = database;

  return async function signIn(given: Credentials, place: Place): Promise<AccountRow | Refusal> {
    const asked = await asking.run(place.network, () => look(normaliseEmail(given.email), place.network));
    if (asked instanceof Refusal) return asked;
    const { account, failure, uncapped, success } = asked;
    return inTurn(hashing, place.network, async () => {
      // Counted as both failure and success before the result is known, so that concurrent guesses cannot exceed the
      // limit.
      const full = await counters.take([...failure, success]);
      if (full !== null) return tooManyAttempts(full);
      const { matches, outdated } = await checkPassword(given.password, account?.password_hash ?? null);
      const undone = (matches ? failure : [success]).map((charge) => ({ ...charge, cost: -1 }));
      await counters.add(matches ? undone : [...undone, ...uncapped]);
      const checked = account && matches ? account : null;
      const signedIn = checked && outdated ? await rehashed(database, checked, given.password) : checked;
      if (signedIn) return signedIn;
      log.warn({ event: 'sign-in-failed', accountId: account?.id ?? null, address: place.address });
      return wrongCredentials();
    });
  };

  /** The account and what this attempt counts as, or a refusal, which does not wait for a turn. */
  async function look(email: string, network: string) {
    if (hashing.isFull(network)) return busy();
    const account = await accountOf(email, network);
    const ofBoth: Charge = { limit: 'sign-in-failures', subject: `${email} ${network}` };
    const ofNetwork: Charge = { limit: 'sign-in-failures-network', subject: network };
    const ofEmail: Charge = { limit: 'sign-in-failures-email', subject: email };
    // Where the owner has signed in before, others' guesses must not lock them out: neither those at this account from
    // many networks, nor those at any e-mail from this network, such as a guest's on the pub's Wi-Fi.
    const failure = account?.knows_network ? [ofBoth] : [ofBoth, ofNetwork, ofEmail];
    /** Counted for other accounts, and refuses nothing here. */
    const uncapped = account?.knows_network ? [ofNetwork] : [];
    const success: Charge = { limit: 'sign-ins-email', subject: email };
    const { wait } = await counters.look([...failure, success]);
    return wait === null ? { account, failure, uncapped, success } : tooManyAttempts(wait);
  }

  /** The account, and whether one of its stored tokens was issued to that network. */
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
}

/** Replaces the hash that was checked; null if the account has got another password meanwhile. */
async function rehashed(
  { kysely }: Database,
  account: AccountRow,
  password: string,
): Promise<AccountRow | null> {
  const password_hash = await hashPassword(password);
  const { numUpdatedRows } = await kysely
    .updateTable('accounts')
    .set({ password_hash })
    .where('id', '=', account.id)
    .where('password_hash', '=', account.password_hash)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows > 0n) return { ...account, password_hash };
  // Another sign-in with this password may have replaced the hash at the same moment.
  const current = await kysely
    .selectFrom('accounts')
    .selectAll()
    .where('id', '=', account.id)
    .executeTakeFirst();
  const { matches } = await checkPassword(password, current?.password_hash ?? null);
  return current && matches ? current : null;
}

/** Whether the account still has the hash that was checked; it then has it until the transaction ends. */
export async function hasStillPassword(
  tx: Kysely<Schema>,
  { id, password_hash }: AccountRow,
): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('id')
    .where('id', '=', id)
    .where('password_hash', '=', password_hash)
    .forShare()
    .executeTakeFirst();
  return row !== undefined;
}

export function wrongCredentials(): Refusal {
  return refuse(401, 'INVALID_CREDENTIALS', 'Your credentials are not valid');
}

/** Hashes a password in the network's turn; a refusal if too many are waiting. */
export async function inTurn<Result>(
  hashing: Turns,
  network: string,
  work: () => Promise<Result>,
): Promise<Result | Refusal> {
  try {
    return await hashing.run(network, work);
  } catch (error) {
    if (!(error instanceof NoTurn)) throw error;
    return busy();
  }
}

function busy(): Refusal {
  return refuse(503, 'BUSY', 'Too many people are signing in just now. Please try again.', {
    retryAfter: 3,
  });
}
