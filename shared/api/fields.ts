import { z } from 'zod';
import { MAX_PENCE } from '../base/money.ts';
import { LONGEST_NAME } from './longest-name.ts';

/** Schemas of single values, shared by bodies and replies. */
export const pencePart = z.int().min(0).max(MAX_PENCE).brand<'Pence'>();
/** A server-made, opaque id (D8). */
export const id = z.string().min(1).max(64);
/** ISO 8601 in UTC, to the millisecond (D8). */
export const time = z.iso.datetime();
/** One line of text a person typed; may be empty. */
export const line = z.string().max(200);
export const name = z.string().trim().min(1, 'Please fill this in.').max(LONGEST_NAME);
export const note = z.string().max(1000);
export const email = z.email('Please give a valid e-mail address.').max(254);

/** As people write it, with its extension: `+44 (0)20 7946 0123 ext. 4`; may be empty. */
export const telephone = line
  .trim()
  .regex(/^(?:$|[+(\d](?:[\d\s().\-/+#*,]|ext|x)*$)/i, 'Please give a telephone number.');

/** A web address as people type it: without a scheme it is https; any but http and https is refused (`javascript:`). */
export const webAddress = line
  .trim()
  .transform((typed) => (typed === '' || /^[a-z][a-z0-9+-]*:/i.test(typed) ? typed : `https://${typed}`))
  // A name with a dot, and nothing before it: `https://bank.example@evil.example` is neither.
  .refine(
    (address) =>
      address === '' || /^https?:\/\/[^\s/?#@\\<>"']+\.[^\s/?#@\\<>"']+(?:[/?#][^\s<>"']*)?$/i.test(address),
    'Please give a web address, such as www.example.co.uk.',
  );
