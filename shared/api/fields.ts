import { z } from 'zod';
import { MAX_PENCE } from '../base/money.ts';
import { LONGEST_NAME } from './longest-name.ts';

/** Schemas of single values, shared by bodies and replies. */
export const pencePart = z.int().min(0).max(MAX_PENCE).brand<'Pence'>();
/** An opaque id, made by the server. */
export const id = z.string().min(1).max(64);
/** A revision of a catalog that an address names: no larger than the database can hold. */
export const revisionInAddress = z.coerce
  .number()
  .int()
  .min(0)
  .max(2 ** 31 - 1);
/** ISO 8601 in UTC, to the millisecond. */
export const time = z.iso.datetime();
/** One line of text a person typed; may be empty. */
export const line = z.string().max(200);
export const name = z.string().trim().min(1, 'Please fill this in.').max(LONGEST_NAME);
export const note = z.string().max(1000);
export const email = z.email('Please give a valid e-mail address.').max(254);

/** A reply that says only that it was done. */
export const nothing = z.object({}).strict();

/** A number as people write it, with an optional extension: `+44 (0)20 7946 0123 ext. 4`; may be empty. */
export const telephone = line
  .trim()
  .regex(/^(?:$|[+(\d](?:[\d\s().\-/+#*,]|ext|x)*$)/i, 'Please give a telephone number.');

/**
 * A web address as people type it: without a scheme it becomes https; schemes other than http and https
 * (`javascript:`) are refused.
 */
export const webAddress = line
  .trim()
  .transform((typed) => (typed === '' || /^[a-z][a-z0-9+-]*:/i.test(typed) ? typed : `https://${typed}`))
  // The host must contain a dot and no user info may precede it: `https://bank.example@evil.example` is refused.
  .refine(
    (address) =>
      address === '' || /^https?:\/\/[^\s/?#@\\<>"']+\.[^\s/?#@\\<>"']+(?:[/?#][^\s<>"']*)?$/i.test(address),
    'Please give a web address, such as www.example.co.uk.',
  );
