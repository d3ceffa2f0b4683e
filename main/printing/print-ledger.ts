import { z } from 'zod';
import type { PrintDocument } from '#shared/print/document.ts';
import { askingStates, type PrintJob } from '#shared/print/jobs.ts';
import { printDocument, printJob } from '#shared/print/schemas.ts';
import { writeSecretFile } from '../atomic-file.ts';
import { readKeptFile } from '../kept-file.ts';

/** A job and what it prints; null once it is done with, and nothing of the order stays here. */
export type LedgerEntry = PrintJob & { document: PrintDocument | null };

const entry = printJob.extend({ document: printDocument.nullable() }) satisfies z.ZodType<LedgerEntry>;
const entries = z.array(entry);

/** An order may be told of again for a day; its key stays twice as long (print-queue.ts). */
const KEEP_DONE_MS = 48 * 3_600_000;
const KEEP_ASKING_MS = 7 * 24 * 3_600_000;
const MOST_ENTRIES = 20_000;

type LedgerOptions = {
  file: string;
  report: (message: string) => void;
  /** Told of each job that is new or changed. */
  changed: (job: PrintJob) => void;
};

/** Which sheets were asked for and how far each has come: what is in it is never printed twice without a mark. */
export type PrintLedger = Awaited<ReturnType<typeof openLedger>>;

/** The key of a job: one copy of one document of one subject, on one printer (hazards T8). */
export function jobId({ subject, kind, printerId, copy }: Omit<PrintJob, 'id'>): string {
  return [subject, kind, printerId, copy].join(' ');
}

export async function openLedger({ file, report, changed }: LedgerOptions) {
  const kept = await readKeptFile(file, (json) => entries.parse(json), report);
  const jobs = new Map<string, LedgerEntry>();
  let writing: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;

  if (kept.kind === 'kept')
    for (const job of kept.value)
      jobs.set(
        job.id,
        job.state === 'sending'
          ? { ...job, state: 'unconfirmed', problem: 'The till was closed while it printed' }
          : job,
      );

  function forgetOld(now: number): void {
    for (const job of jobs.values()) {
      const age = now - Date.parse(job.at);
      const keep = isDone(job) ? KEEP_DONE_MS : KEEP_ASKING_MS;
      if (age > keep || (jobs.size > MOST_ENTRIES && isDone(job))) jobs.delete(job.id);
    }
  }

  async function write(): Promise<void> {
    forgetOld(Date.now());
    await writeSecretFile(file, Buffer.from(JSON.stringify([...jobs.values()])));
  }

  return {
    /** The file was there and could not be read: what it held may have been printed. */
    wasBroken: kept.kind === 'broken',
    get: (id: string) => jobs.get(id),
    all: () => [...jobs.values()],

    /** Takes a job as it is now. It is on the disk once {@link saved} has resolved. */
    put(job: LedgerEntry): void {
      const { document, ...seen } = job;
      jobs.set(job.id, { ...job, document: isDone(job) ? null : document });
      changed(seen);
    },

    /** Resolves once everything that was put so far is on the disk; one write serves all that wait. */
    saved(): Promise<void> {
      if (writing === null) {
        writing = write().finally(() => (writing = null));
        return writing;
      }
      waiting ??= writing
        .catch(() => undefined)
        .then(() => {
          waiting = null;
          writing = write().finally(() => (writing = null));
          return writing;
        });
      return waiting;
    },
  };
}

function isDone({ state }: PrintJob): boolean {
  return state !== 'queued' && state !== 'sending' && !askingStates.has(state);
}
