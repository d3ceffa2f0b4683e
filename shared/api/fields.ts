import { z } from 'zod';
import { MAX_PENCE } from '../money.ts';

/** Schemas of single values, shared by bodies and replies. */
export const pencePart = z.int().min(0).max(MAX_PENCE).brand<'Pence'>();
/** A server-made, opaque id (D8). */
export const id = z.string().min(1).max(64);
/** ISO 8601 in UTC, to the millisecond (D8). */
export const time = z.iso.datetime();
/** One line of text a person typed; may be empty. */
export const line = z.string().max(200);
export const name = z.string().trim().min(1, 'Please fill this in.').max(120);
export const note = z.string().max(1000);
export const email = z.email('Please give a valid e-mail address.').max(254);
