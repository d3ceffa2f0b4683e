import { z } from 'zod';
import { record } from '#shared/base/loose-json.ts';
import { printDocument, printJob } from '#shared/print/schemas.ts';
import { withoutUnknown } from '../files/unknown-fields.ts';
import type { JobClaim, LedgerEntry } from './print-ledger.ts';

/** `isWhole`: every job could be read; one that was not may have been printed. */
export type StoredJobs = { till: string | null; jobs: LedgerEntry[]; isWhole: boolean };

/** Why a job is not printed whose document this version cannot make. */
export const OF_ANOTHER_VERSION = 'Another version of the till made it: print it from its order';

const claim = z.object({
  outletId: z.string(),
  printer: z.string().nullable(),
  number: z.int().nullable(),
  untold: z.enum(['printed', 'free', 'given-up']).nullable(),
}) satisfies z.ZodType<JobClaim>;
const entry = printJob.extend({
  document: printDocument.nullable(),
  byHand: z.boolean().default(false),
  claim: claim.nullable().default(null),
  stationIds: z.array(z.string()).exactOptional(),
  handsOver: z.boolean().exactOptional(),
  waited: z.boolean().exactOptional(),
  accountId: z.string().exactOptional(),
}) satisfies z.ZodType<LedgerEntry>;
const kept = z.union([
  z.object({ till: z.string().min(1).max(64), jobs: z.array(z.unknown()) }),
  // The format of older tills, which had no claims.
  z.array(z.unknown()).transform((jobs) => ({ till: null, jobs })),
]);

/** Reads the jobs that any version stored. One that this version cannot read costs no other one. */
export function readStoredJobs(json: unknown, doubt: (what: string) => void): StoredJobs {
  const { till, jobs } = kept.parse(json);
  const read = jobs.map(readJob).filter((job) => job !== null);
  const unread = jobs.length - read.length;
  if (unread > 0)
    doubt(`Of ${jobs.length} print jobs ${unread} could not be read: what waits is asked about.`);
  return { till, jobs: read, isWhole: unread === 0 };
}

function readJob(raw: unknown): LedgerEntry | null {
  const known = entry.safeParse(raw).data ?? entry.safeParse(withoutUnknown(entry, raw)).data;
  if (known) return known;
  const job = entry.safeParse({ ...record(raw), document: null }).data;
  if (!job) return null;
  const isUnsent = job.state === 'queued' || job.state === 'late';
  return isUnsent ? { ...job, state: 'refused', problem: OF_ANOTHER_VERSION } : job;
}
