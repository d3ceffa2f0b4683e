import { z } from 'zod';
import { accountStatuses } from '../base/account-statuses.ts';
import { account } from './accounts.ts';
import { email, id, name, time } from './fields.ts';
import { outlet } from './outlets.ts';
import { page, pageQuery } from './pages.ts';

const statusValue = z.enum(accountStatuses.map((status) => status.value));

/** A seller as the admin screens show one; `postCode` is those screens' spelling. */
export const reviewedSeller = account
  .omit({ postcode: true })
  .extend({ postCode: z.string(), createdAt: time });
export type ReviewedSeller = z.infer<typeof reviewedSeller>;

/** An outlet as the admin screens show one, with its seller. */
export const reviewedOutlet = outlet
  .omit({ postcode: true })
  .extend({ postCode: z.string(), sellerId: id, companyName: z.string(), createdAt: time });
export type ReviewedOutlet = z.infer<typeof reviewedOutlet>;

/** Without any of these the reply is the whole list; with one it is a page. */
export const reviewQuery = z.object({
  search: z.string().max(200).optional(),
  status: statusValue.optional(),
  ...pageQuery,
});
export type ReviewQuery = z.infer<typeof reviewQuery>;

export const sellersReply = z.union([z.array(reviewedSeller), page(reviewedSeller)]);
export const outletsReply = z.union([z.array(reviewedOutlet), page(reviewedOutlet)]);

/**
 * The status as its value, or as the `{value, label}` that replies show. With `from`, the status that the caller saw, it
 * is set only if it still is that one.
 */
export const statusChange = z.strictObject({
  id,
  accountStatus: z.union([
    statusValue,
    z
      .strictObject({ value: statusValue, label: z.string().max(200).optional() })
      .transform(({ value }) => value),
  ]),
  from: statusValue.optional(),
});

/** Newest first. With `sellerId`: the entries about the account and its outlets. */
export const auditLogQuery = z.object({ sellerId: id.optional(), ...pageQuery });
/** `actor` is null for a command on the server's machine. Names are the current ones, empty for what was deleted. */
export const auditEntry = z.object({
  id,
  at: time,
  action: z.string(),
  actor: z.object({ id, email: z.string() }).nullable(),
  subject: z.object({ id, name: z.string() }),
  /** The status before and after, if the entry is about a status. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditLogReply = page(auditEntry);

/** A business that asks to join. */
export const leadsBody = z
  .array(z.strictObject({ email, companyName: name, message: z.string().max(2000).optional() }))
  .min(1, 'Please give at least one.')
  .max(20);
export const leadsQuery = z.object(pageQuery);
export const lead = z.object({
  id,
  email: z.string(),
  companyName: z.string(),
  message: z.string(),
  createdAt: time,
});
export type Lead = z.infer<typeof lead>;
export const leadsReply = page(lead);
