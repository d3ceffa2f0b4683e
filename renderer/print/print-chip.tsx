import { Printer, PrinterCheck, TriangleAlert, type LucideIcon } from 'lucide-react';
import type { JobState, PrintJob } from '#shared/print/jobs.ts';
import { useJobsOf, useProblemOf } from './use-printing.ts';
import styles from './print-chip.module.css';

type Look = { Icon: LucideIcon; mood: 'done' | 'waiting' | 'problem' };
const done: Look = { Icon: PrinterCheck, mood: 'done' };
const waiting: Look = { Icon: Printer, mood: 'waiting' };
const problem: Look = { Icon: TriangleAlert, mood: 'problem' };

const jobLooks: Record<JobState, Look & { label: string }> = {
  queued: { ...waiting, label: 'To be printed' },
  sending: { ...waiting, label: 'Printing' },
  sent: { ...done, label: 'Sent to printer' },
  printed: { ...done, label: 'Printed' },
  unconfirmed: { ...problem, label: 'Printed?' },
  late: { ...problem, label: 'Not printed' },
  refused: { ...problem, label: 'Cannot be printed' },
  discarded: { ...waiting, label: 'Not printed' },
  elsewhere: { ...done, label: 'Printed by another till' },
};

/** The worst state first, so that trouble is never hidden. */
const worst: JobState[] = [
  'refused',
  'unconfirmed',
  'late',
  'sending',
  'queued',
  'discarded',
  'elsewhere',
  'sent',
  'printed',
];

/** The printing state of an order: of its ticket, or of its receipt if it has no ticket. */
export function PrintChip({ orderId }: { orderId: string }) {
  const jobs = useJobsOf(orderId);
  const tickets = jobs.filter(({ kind }) => kind === 'ticket');
  const job = worstOf(tickets.length > 0 ? tickets : jobs);
  const trouble = useProblemOf(job?.printerId);
  if (!job) return null;
  const { Icon, mood } = jobLooks[job.state];
  const waitsFor = job.state === 'queued' ? (trouble ?? job.problem) : null;
  const words = job.state === 'queued' ? queuedWords(waitsFor) : labelOf(job);
  return (
    <span className={`${styles.chip} ${styles[waitsFor === null ? mood : 'problem']}`} data-printed={mood}>
      <Icon aria-hidden="true" size={16} />
      {job.printedBy === null ? (
        words
      ) : (
        <span className={styles.by} title={words}>
          {words}
        </span>
      )}
    </span>
  );
}

/** The state in words of a job of which nothing was sent yet. */
export function queuedWords(waitsFor: string | null): string {
  return waitsFor === null ? jobLooks.queued.label : `Waits: ${waitsFor}`;
}

/** A job's state in words. */
export function labelOf({ state, printedBy }: PrintJob): string {
  return printedBy === null ? jobLooks[state].label : `Printed by ${printedBy}`;
}

function worstOf(jobs: readonly PrintJob[]): PrintJob | undefined {
  return jobs.toSorted((one, other) => worst.indexOf(one.state) - worst.indexOf(other.state))[0];
}
