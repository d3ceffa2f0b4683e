import { z } from 'zod';
import { accountStatuses } from '../base/account-statuses.ts';
import { email, id, line, name, webAddress } from './fields.ts';

export const accountStatusReply = z.object({
  value: z.enum(accountStatuses.map((status) => status.value)),
  label: z.string(),
});

/** Ten characters or more of any kind, used exactly as typed: never trimmed or truncated. */
export const newPassword = z
  .string()
  .min(10, 'Please use at least 10 characters.')
  .max(512, 'Please use at most 512 characters.');

export const registration = z.strictObject({
  email,
  password: newPassword,
  companyName: name,
  companyWebsite: webAddress.refine((address) => address !== '', 'Please fill this in.'),
  companyPhoneNumber: line.min(1, 'Please fill this in.'),
  addressLine1: name,
  addressLine2: name,
  city: name,
  county: name,
  country: name,
  postcode: line.min(1, 'Please fill this in.'),
});

export const credentials = z.strictObject({ email: z.string().max(254), password: z.string().max(512) });

/** A seller or admin as they see themselves. Only the reply to a sign-in includes tokens. */
export const account = z.object({
  id,
  email: z.string(),
  companyName: z.string(),
  companyWebsite: z.string(),
  companyPhoneNumber: z.string(),
  addressLine1: z.string(),
  addressLine2: z.string(),
  city: z.string(),
  county: z.string(),
  country: z.string(),
  postcode: z.string(),
  stripeConnectId: z.string().nullable(),
  isAdmin: z.boolean(),
  accountStatus: accountStatusReply,
});
export type Account = z.infer<typeof account>;

const signedInAccount = account.extend({ accessToken: z.string(), refreshToken: z.string() });
export const signInReply = z.object({ account: signedInAccount, isAdmin: z.boolean() });
export const refreshBody = z.strictObject({ refreshToken: z.string().max(512) });
/** What Stripe adds to a seller's way back. */
export const stripeReturn = z.strictObject({ code: z.string().min(1).max(512), state: z.string().max(512) });
export const tokensReply = z.object({ accessToken: z.string(), refreshToken: z.string() });
export const profileReply = z.object({
  id,
  companyName: z.string(),
  stripeConnectId: z.string().nullable(),
  account,
  /**
   * The platform's client id for the link to Stripe, and a state that works once; left out where accounts cannot be
   * connected.
   */
  stripeClientId: z.string().optional(),
  stripeConnectState: z.string().optional(),
  /** Whether the server takes orders of sellers without a connected account, because it only simulates cards. */
  cardsNeedNoAccount: z.boolean().optional(),
  /** Why the last attempt to connect an account failed, or the connected one takes no payments. */
  stripeConnectError: z.string().optional(),
  /** Whether the card provider refused the last customer who paid because the connected account takes no payments. */
  cardsRefused: z.boolean().optional(),
});
