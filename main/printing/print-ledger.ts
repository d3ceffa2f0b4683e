import { randomUUID } from 'node:crypto';
import path from 'node:path';
import type { PrintDocument } from '#shared/print/document.ts';
import { askingStates, type PrintJob } from '#shared/print/jobs.ts';
import { writeSecretFile } from '../files/atomic-file.ts';
import { readStoredFile, setAside } from '../files/stored-file.ts';
import { readStoredJobs, type StoredJobs } from './stored-jobs.ts';

/** The server's claim for a job that other tills of the outlet may print too. */
export type JobClaim = {
  outletId: string;
  /** The printer of the last request, by its shared name; null before the first. */
  printer: string | null;
  /** The number of the claim; null without one. */
  number: number | null;
  /** A result that the server has not received yet. */
  untold: 'printed' | 'free' | 'given-up' | null;
};

/** A job and its document. The document is null once the job is finished, so that no order data stays here. */
export type LedgerEntry = PrintJob & {
  document: PrintDocument | null;
  /** A person asked for it: it prints even if another till has printed it. */
  byHand: boolean;
  /** Null if no other till prints it. */
  claim: JobClaim | null;
  /** The stations that the ticket is of, by id. Jobs of older tills say none. */
  stationIds?: string[];
  /** Its station may hand it over, and then it may be out on another printer. */
  handsOver?: boolean;
  /** It waited while its printer was in trouble, or came late. */
  waited?: boolean;
  /** Who was signed in when it was asked for. Jobs of older tills say nobody, and are everybody's. */
  accountId?: string;
};

/** An order may be reported again for a day; its key stays twice as long (print-queue.ts). */
const KEEP_DONE_MS = 48 * 3_600_000;
const KEEP_ASKING_MS = 7 * 24 * 3_600_000;
const MOST_ENTRIES = 20_000;

type LedgerOptions = {
  file: string;
  report: (message: string) => void;
  /** Called for each new or changed job of whoever is signed in. */
  changed: (job: PrintJob) => void;
  /** Who is signed in, by id; null for nobody. */
  accountId: () => string | null;
  /** A time that is not ahead of the true one; null if unknown, and then nothing is deleted. */
  now: () => number | null;
};

/** All requested sheets and their progress; a sheet in it is never printed twice without a mark. */
export type PrintLedger = Awaited<ReturnType<typeof openLedger>>;

/** The key of a job: one copy of one document of one subject, on one printer; one for each station that it is for. */
export function jobId(job: Omit<PrintJob, 'id'>): string {
  const { subject, kind, printerId, copy, handedFrom } = job;
  return [subject, kind, printerId, copy, ...(handedFrom === undefined ? [] : [handedFrom])].join(' ');
}

function seenOf({
  document: _document,
  byHand: _byHand,
  claim: _claim,
  stationIds: _stationIds,
  handsOver: _handsOver,
  waited: _waited,
  accountId: _accountId,
  ...job
}: LedgerEntry): PrintJob {
  return job;
}

export async function openLedger({ file, report, changed, now, accountId }: LedgerOptions) {
  const read = await readStoredFile(file, readStoredJobs, report);
  const before: StoredJobs =
    read.kind === 'stored' ? read.value : { till: null, jobs: [], isWhole: read.kind === 'none' };
  const jobs = new Map(before.jobs.map((job) => [job.id, job.state === 'sending' ? cutShort(job) : job]));
  // A lost ledger loses the till's name too: the claims of that name are unknown here.
  const till = before.till ?? randomUUID();
  /** Whether a file that cannot be read is where the next write goes: it may be good, so it is set aside first. */
  let inTheWay = read.kind === 'unreadable';
  /** Whether anything, if only this till's name, is not on the disk. */
  let unsaved = before.till === null;
  let writing: Promise<void> | null = null;
  let waiting: Promise<void> | null = null;

  function forgetOld(time: number | null): void {
    for (const job of jobs.values()) {
      const age = time === null ? 0 : time - Date.parse(job.at);
      const keep = isDone(job) ? KEEP_DONE_MS : KEEP_ASKING_MS;
      if (age > keep || (jobs.size > MOST_ENTRIES && isDone(job))) jobs.delete(job.id);
    }
  }

  async function write(): Promise<void> {
    forgetOld(now());
    unsaved = false;
    try {
      const aside = inTheWay ? await setAside(file) : null;
      if (aside !== null) report(`${path.basename(file)} was set aside as ${path.basename(aside)}.`);
      inTheWay = false;
      await writeSecretFile(file, Buffer.from(JSON.stringify({ till, jobs: [...jobs.values()] })));
    } catch (error) {
      unsaved = true;
      throw error;
    }
  }

  /** Customers' names are shown to their own seller alone; until somebody has signed in, to nobody. */
  const isShown = (job: LedgerEntry) => job.accountId === undefined || job.accountId === accountId();

  return {
    /** The file existed but not all of it could be read: what it listed may have been printed. */
    wasBroken: !before.isWhole,
    /** The till's name at the server. */
    till,
    get: (id: string) => jobs.get(id),
    all: () => [...jobs.values()],
    /** The jobs as screens show them. */
    shown: (): PrintJob[] => [...jobs.values()].filter(isShown).map(seenOf),

    /** Whether somebody else is signed in than who asked for the job: it waits until they are back. */
    isOthers: (job: LedgerEntry): boolean => accountId() !== null && !isShown(job),

    /** Whose a new job is. */
    owner(): Pick<LedgerEntry, 'accountId'> {
      const id = accountId();
      return id === null ? {} : { accountId: id };
    },

    /** Stores a job's current state. It is on the disk once {@link saved} has resolved. */
    put(job: LedgerEntry): void {
      jobs.set(job.id, { ...job, document: isDone(job) ? null : job.document });
      unsaved = true;
      if (isShown(job)) changed(seenOf(job));
    },

    /** Resolves once everything that was put so far is on the disk; one write serves all callers. */
    saved(): Promise<void> {
      if (!unsaved) return writing ?? Promise.resolve();
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

/** The till ended while it printed: what is on paper is unknown, and another till may print it with a mark. */
function cutShort(job: LedgerEntry): LedgerEntry {
  return {
    ...job,
    state: 'unconfirmed',
    problem: 'The till was closed while it printed',
    claim: job.claim && job.claim.printer !== null ? { ...job.claim, untold: 'given-up' } : job.claim,
  };
}

function isDone({ state }: PrintJob): boolean {
  return state !== 'queued' && state !== 'sending' && !askingStates.has(state);
}
