import { z } from 'zod';
import { pausedBy } from '../base/ordering-states.ts';
import { id, time } from './fields.ts';

/* All amounts are pence. */

/** Money at one rate of VAT, in per cent; null if no rate was set when it was sold. The VAT is part of the money. */
export const taxed = z.object({ rate: z.number().nullable(), gross: z.int(), vat: z.int() });
export type Taxed = z.infer<typeof taxed>;

/** What some transactions of the ledger moved: `taken - refunded` is all of `fees`, `others` and `toSeller`. */
const figures = z.object({
  /** How often money was taken, and how much: what was sold and its tips. */
  captures: z.int(),
  taken: z.int(),
  sold: z.array(taxed),
  tips: z.int(),
  /** Small order fees, which are in `sold` too. */
  smallOrderFees: z.int(),
  /** How often money went back, and how much: of what was sold and of its tips. Refunds that failed are taken off. */
  refunds: z.int(),
  refunded: z.int(),
  returned: z.array(taxed),
  tipsReturned: z.int(),
  fees: z.object({ platform: z.int(), card: z.int() }),
  /** The part of the fees that the card provider has not confirmed. */
  feesEstimated: z.int(),
  /** Further accounts of the ledger, such as disputes, by their name. */
  others: z.record(z.string(), z.int()),
  toSeller: z.int(),
});
export type ReportFigures = z.infer<typeof figures>;

/** Money that moved after its own session was reported; fees and corrections of a day are one line. */
const laterLine = z.object({
  at: time,
  kind: z.string(),
  count: z.int(),
  /** Null for several. */
  orderNumber: z.int().nullable(),
  figures,
});
export type LaterLine = z.infer<typeof laterLine>;

/** The numbered report of a finished session. It never changes; its hash covers it and, by `previous`, all before it. */
export const sessionReport = z.object({
  format: z.literal(1),
  outletId: id,
  outletName: z.string(),
  vatNumber: z.string(),
  timeZone: z.string(),
  number: z.int().min(1),
  sessionId: id,
  startedAt: time,
  finishedAt: time,
  issuedAt: time,
  /** Made after the session had been finished without one; it has all that was known then. */
  afterwards: z.boolean(),
  vatRule: z.string(),
  payments: z.array(z.object({ way: z.string(), taken: z.int(), refunded: z.int() })),
  session: figures,
  later: z.array(laterLine),
  total: figures,
  /** Accepted and not taken yet, and never to be taken, when it was issued; in no other figure. */
  atRisk: z.int(),
  lost: z.int(),
  notServed: z.array(
    z.object({
      what: z.enum(['refused', 'cancelled', 'expired', 'not-paid']),
      why: z.string(),
      count: z.int(),
      amount: z.int(),
    }),
  ),
  pauses: z.array(
    z.object({ from: time, to: time.nullable(), by: z.enum(pausedBy), reason: z.string().nullable() }),
  ),
  ledger: z.object({
    transactions: z.int(),
    /** The sum of each account's entries. */
    accounts: z.record(z.string(), z.int()),
    /** The SHA-256 of the transactions with their entries. */
    hash: z.string(),
  }),
  /** The hash of the outlet's report before; empty for the first. */
  previous: z.string(),
});
export type SessionReport = z.infer<typeof sessionReport>;

/** `hash` is the SHA-256 of the report as canonical JSON (RFC 8785). */
export const sessionReportReply = z.object({ report: sessionReport, hash: z.string() });
