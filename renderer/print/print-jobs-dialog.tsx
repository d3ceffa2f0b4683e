import { askingStates, type JobAnswer, type PrintJob } from '#shared/print/jobs.ts';
import { useServices } from '../state/hooks.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { formatClock } from '../ui/times.ts';
import { labelOf } from './print-chip.tsx';
import { usePrinting } from './use-printing.ts';
import { RowActions } from '../ui/row.tsx';
import styles from './print-jobs-dialog.module.css';

const kinds = { ticket: 'Kitchen ticket', receipt: 'Receipt', report: 'Report', test: 'Test page' };

/** The jobs that wait for a person: each can be printed again, marked as printed, or discarded. */
export function PrintJobsDialog({ jobs, onClose }: { jobs: readonly PrintJob[]; onClose: () => void }) {
  const { platform } = useServices();
  const { settings } = usePrinting();
  const printerOf = (printerId: string) => settings.printers.find(({ id }) => id === printerId);
  const answerOne = (jobId: string, answer: JobAnswer) => platform.answerPrintJob({ jobId, answer });
  const answerAll = (answer: JobAnswer) => {
    for (const { id, state } of jobs) if (askingStates.has(state)) answerOne(id, answer);
  };
  return (
    <Dialog
      title={jobs.length === 1 ? 'This waits for you' : `${jobs.length} prints wait for you`}
      onClose={onClose}
      actions={
        <>
          {jobs.length > 1 && <Button onClick={() => answerAll('discard')}>Discard all</Button>}
          {jobs.length > 1 && <Button onClick={() => answerAll('print')}>Print all</Button>}
          <Button tone="primary" onClick={onClose}>
            Close
          </Button>
        </>
      }
    >
      <p>Please look at the paper. A second sheet says REPRINT, so that nothing is cooked twice.</p>
      <ul className={styles.jobs}>
        {jobs.map((job) => (
          <li key={job.id} className={styles.job}>
            <div>
              <p className={styles.label}>{job.label}</p>
              <p className="row-note">
                {kinds[job.kind]} · {printerOf(job.printerId)?.name ?? 'Removed printer'} ·{' '}
                {formatClock(job.at)}
              </p>
              <p className={styles.problem}>
                {labelOf(job)}
                {job.problem !== null && ` · ${job.problem}`}
                {job.ended && ' · Its order was cancelled or has expired'}
              </p>
            </div>
            <RowActions>
              {printerOf(job.printerId) && (
                <Button onClick={() => answerOne(job.id, 'print')}>
                  {job.begun > 0 ? 'Print again' : 'Print'}
                </Button>
              )}
              {job.state === 'unconfirmed' && (
                <Button onClick={() => answerOne(job.id, 'was-printed')}>It was printed</Button>
              )}
              <Button tone="quiet" onClick={() => answerOne(job.id, 'discard')}>
                Discard
              </Button>
            </RowActions>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
