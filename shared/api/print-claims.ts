import { z } from 'zod';
import { MAX_COPIES } from './most-copies.ts';
import { id } from './fields.ts';

/** How long a till has a claim without saying anything more of it, in ms; after that another till may take it. */
export const PRINT_CLAIM_LEASE_MS = 30_000;

/**
 * `take`: before a sheet is sent, once for each attempt. `look`: how it stands, without wanting it. `printed`: it is on
 * paper. `free`: nothing of it has left, and whoever comes may print it. `given-up`: part of it may be on paper, and
 * whoever comes may print it with a mark.
 */
export const printClaimActs = ['take', 'look', 'printed', 'free', 'given-up'] as const;
export type PrintClaimAct = (typeof printClaimActs)[number];

/** Which sheet, which till, and what of it. */
export const printClaimBody = z.strictObject({
  orderId: id,
  kind: z.enum(['ticket', 'receipt']),
  /** From 1. */
  copy: z.int().min(1).max(MAX_COPIES),
  /** A printer as every till of the outlet names it: `192.168.1.50:9100`. */
  printer: z.string().min(1).max(300),
  till: z.strictObject({ id, name: z.string().trim().min(1).max(120) }),
  act: z.enum(printClaimActs),
  /** The number that taking it gave; null where it was not taken. A number of before changes nothing any more. */
  claim: z.int().min(1).max(2_147_483_647).nullable(),
});
export type PrintClaimBody = z.infer<typeof printClaimBody>;

/** `sheets` is how many sheets of it may be out. */
const sheets = z.int().min(0);

/** How a claim stands. */
export const printClaim = z.discriminatedUnion('kind', [
  /** It has just been taken, by whoever asked. */
  z.object({ kind: z.literal('yours'), claim: z.int(), sheets }),
  /** A till has it for `leftMs` more. */
  z.object({ kind: z.literal('held'), tillName: z.string(), own: z.boolean(), leftMs: z.int(), sheets }),
  z.object({ kind: z.literal('printed'), tillName: z.string(), own: z.boolean(), sheets }),
  /** Nobody has it. */
  z.object({ kind: z.literal('free'), sheets }),
]);
export type PrintClaim = z.infer<typeof printClaim>;
