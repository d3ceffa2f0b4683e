import { z } from 'zod';
import { newPassword } from './accounts.ts';
import { id, nothing } from './fields.ts';

const time = z.iso.datetime();

/** One sign-in of an account: on one till, or in one browser. */
export const signInOfAccount = z.object({
  id,
  /** Its device, such as `Chrome on Windows`; null if unknown. */
  device: z.string().nullable(),
  startedAt: time,
  /**
   * When it ends, however it is used: a year after its start. If an outlet of the account trades then, it goes on until
   * none does, for a week at most.
   */
  endsAt: time.exactOptional(),
  /** When its tokens were last exchanged, to a quarter of an hour. */
  lastUsedAt: time,
  /** Whether it is the sign-in of the request itself. */
  current: z.boolean(),
});
export type SignInOfAccount = z.infer<typeof signInOfAccount>;

/** The contract's calls about an account's own password and sign-ins. */
export const signInRoutes = {
  'POST /sellers/password': {
    summary: 'Changes the password of the signed-in account, and ends its other sign-ins.',
    access: 'signed-in',
    body: z.strictObject({ oldPassword: z.string().max(512), newPassword }),
    reply: nothing,
  },
  'GET /sellers/sign-ins': {
    summary: 'Where the account is signed in, the one that was used last first.',
    access: 'signed-in',
    reply: z.array(signInOfAccount),
  },
  'DELETE /sellers/sign-ins': {
    summary: 'Ends every sign-in of the account but the one that asks.',
    access: 'signed-in',
    reply: nothing,
  },
  'DELETE /sellers/sign-ins/:signInId': {
    summary: 'Ends one sign-in of the account.',
    access: 'signed-in',
    params: z.object({ signInId: id }),
    reply: nothing,
  },
} as const;
