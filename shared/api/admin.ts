import { z } from 'zod';
import { accountStatuses } from '../base/account-statuses.ts';
import { account } from './accounts.ts';
import { email, id, name, time } from './fields.ts';
import { outlet } from './outlets.ts';
import { page, pageQuery } from './pages.ts';

const statusValue = z.enum(accountStatuses.map((status) => status.value));

/** A seller as the admin screens show one; `postCode` is their spelling (spec §2). */
export const reviewedSeller = account
  .omit({ postcode: true })
  .extend({ postCode: z.string(), createdAt: time });
export type ReviewedSeller = z.infer<typeof reviewedSeller>;

/** An outlet as the admin screens show one, with whose it is. */
export const reviewedOutlet = outlet
  .omit({ postcode: true })
  .extend({ postCode: z.string(), sellerId: id, companyName: z.string(), createdAt: time });
export type ReviewedOutlet = z.infer<typeof reviewedOutlet>;

/** Without any of these the reply is the whole list, as spec §7 has it; with one it is a page (D16a). */
export const reviewQuery = z.object({
  search: z.string().max(200).optional(),
  status: statusValue.optional(),
  ...pageQuery,
});
export type ReviewQuery = z.infer<typeof reviewQuery>;

export const sellersReply = z.union([z.array(reviewedSeller), page(reviewedSeller)]);
export const outletsReply = z.union([z.array(reviewedOutlet), page(reviewedOutlet)]);

/** The status as its value, or as the `{value, label}` it is shown with. */
export const statusChange = z.strictObject({
  id,
  accountStatus: z.union([
    statusValue,
    z
      .strictObject({ value: statusValue, label: z.string().max(200).optional() })
      .transform(({ value }) => value),
  ]),
});

/** Newest first; of one seller, what was done to the account and to its outlets. */
export const auditLogQuery = z.object({ sellerId: id.optional(), ...pageQuery });
/** `actor` is null for a command on the server's machine; the names are as they are now, empty for what is gone. */
export const auditEntry = z.object({
  id,
  at: time,
  action: z.string(),
  actor: z.object({ id, email: z.string() }).nullable(),
  subject: z.object({ id, name: z.string() }),
  /** The status before and after, where one was changed. */
  from: z.string().nullable(),
  to: z.string().nullable(),
});
export type AuditEntry = z.infer<typeof auditEntry>;
export const auditLogReply = page(auditEntry);

/** Businesses that ask to be let in (D17). */
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
