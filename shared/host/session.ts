import { z } from 'zod';
import { account as ownAccount, credentials } from '../api/accounts.ts';
import type { AccountStatusValue } from '../base/account-statuses.ts';
import { vendorId } from '../base/vendor-id.ts';
import { MOST_OUTLETS } from '../api/live.ts';
import { ask, event, nothing, recall, tell } from './port.ts';

/** The account of any server that keeps the call table: it may have statuses of its own. */
const account = ownAccount.extend({
  accountStatus: z.object({
    value: z.custom<AccountStatusValue>((value) => typeof value === 'string'),
    label: z.string(),
  }),
});

/** Who is signed in, and the token that says so to the API. The refresh token stays with the host. */
const session = z.object({ account, accessToken: z.string() });
export type Session = z.infer<typeof session>;

const signInOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('signed-in'), session }),
  /** `status` is the HTTP status; `message` the server's own, where it gave one. */
  z.object({ kind: z.literal('refused'), status: z.int(), message: z.string().nullable() }),
  z.object({ kind: z.literal('unreachable') }),
]);
export type SignInOutcome = z.infer<typeof signInOutcome>;

const refreshOutcome = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('refreshed'), accessToken: z.string() }),
  /**
   * The session is over and nothing of it is kept: the server refused the refresh token, or somebody has signed in as
   * another account in this browser.
   */
  z.object({ kind: z.literal('signed-out') }),
  /** The server did not answer; the session stays. */
  z.object({ kind: z.literal('unreachable') }),
]);
export type RefreshOutcome = z.infer<typeof refreshOutcome>;

/** How long a sign-in lasts on this host. `until-closed`: no safe place to keep the refresh token. */
const signInKept = z.enum(['kept', 'until-closed']);
export type SignInKept = z.infer<typeof signInKept>;

/** An outlet, as far as a screen knows it. */
export const knownOutlet = z.strictObject({
  outletId: vendorId,
  /** Empty until it is known. */
  outletName: z.string().max(2000),
  /** Null until the server has said so. */
  trading: z.boolean().nullable(),
});
export type KnownOutlet = z.infer<typeof knownOutlet>;

/** The outlet that was open last on this computer, and those that were chosen to be watched, if any were. */
export const rememberedOutlet = knownOutlet.extend({
  chosen: z.array(knownOutlet).max(MOST_OUTLETS).exactOptional(),
});
export type RememberedOutlet = z.infer<typeof rememberedOutlet>;

/** Who is signed in on this host, and which outlet they watched last. */
export const sessionPort = {
  /** The session kept from an earlier run, if there is one. */
  restoreSession: recall(session.nullable()),
  signIn: ask(credentials, signInOutcome),
  /** A new access token in place of the stale one that is given; one exchange however many ask at once. */
  refreshSession: ask(z.string().max(4096), refreshOutcome),
  /** Stores what the server said about the account later, such as a changed status. */
  keepAccount: tell(account),
  /** Forgets the session here and revokes it on the server as far as it can be reached. */
  signOut: ask(nothing, nothing),
  signInKept: ask(nothing, signInKept),
  /**
   * Another window or tab ended the session: a person signed out there, or the server refused to continue it, which is
   * also said where somebody signed in there as another account: nobody here chose that. A till has one page, which
   * learns of the end from its own calls, so it never gets this.
   */
  signedOut: event(z.enum(['person', 'server'])),
  /** The outlet to open on at the next start, and to go on listening for before the server answers; null forgets it. */
  rememberOutlet: tell(rememberedOutlet.nullable()),
  rememberedOutlet: ask(nothing, rememberedOutlet.nullable()),
};
