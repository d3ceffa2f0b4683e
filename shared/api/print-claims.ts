import { z } from 'zod';
import { MAX_COPIES } from './most-copies.ts';
import { id } from './fields.ts';

/** How long a claim lasts unless its till renews it, in ms; after that another till may take it. */
export const PRINT_CLAIM_LEASE_MS = 30_000;

/**
 * `take`: before each attempt to send a sheet. `look`: reads the state without taking it. `printed`: the sheet is on
 * paper. `free`: nothing was sent, and any till may print it. `given-up`: part of it may be on paper, and any till
 * may print it with a mark.
 */
export const printClaimActs = ['take', 'look', 'printed', 'free', 'given-up'] as const;
export type PrintClaimAct = (typeof printClaimActs)[number];

/** Names the sheet, the till and the action. */
export const printClaimBody = z.strictObject({
  orderId: id,
  kind: z.enum(['ticket', 'receipt']),
  /** Counts from 1. */
  copy: z.int().min(1).max(MAX_COPIES),
  /**
   * A printer by the name that every till of the outlet uses: `192.168.1.50:9100`. The stations of a ticket, if it has
   * not all lines, are named after it.
   */
  printer: z.string().min(1).max(300),
  till: z.strictObject({ id, name: z.string().trim().min(1).max(120) }),
  act: z.enum(printClaimActs),
  /** The number that `take` returned; null if it was not taken. An outdated number changes nothing. */
  claim: z.int().min(1).max(2_147_483_647).nullable(),
});
export type PrintClaimBody = z.infer<typeof printClaimBody>;

/** How many sheets of it may have been printed. */
const sheets = z.int().min(0);

/** The order was cancelled or has expired meanwhile, so its ticket is not to be cooked. Servers of before do not say it. */
const ended = z.literal(true).exactOptional();

/** The state of a claim. */
export const printClaim = z.discriminatedUnion('kind', [
  /** The caller has just taken it. */
  z.object({ kind: z.literal('yours'), claim: z.int(), sheets }),
  /** A till has it for another `leftMs`. */
  z.object({
    kind: z.literal('held'),
    tillName: z.string(),
    own: z.boolean(),
    leftMs: z.int(),
    sheets,
    ended,
  }),
  z.object({ kind: z.literal('printed'), tillName: z.string(), own: z.boolean(), sheets, ended }),
  /** No till has it. */
  z.object({ kind: z.literal('free'), sheets }),
  /** No till has it, and it was not taken: the order was cancelled or has expired, so its ticket is not to be cooked. */
  z.object({ kind: z.literal('withdrawn'), sheets }),
]);
export type PrintClaim = z.infer<typeof printClaim>;
