import { TriangleAlert } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { askingStates, type PrintJob } from '#shared/print/jobs.ts';
import { useServices } from '../state/hooks.ts';
import { Band } from '../ui/band.tsx';
import { Button } from '../ui/button.tsx';
import { PrintJobsDialog } from './print-jobs-dialog.tsx';
import { usePrinting } from './use-printing.ts';
import styles from './print-band.module.css';

/** How long trouble must last before it sounds, in ms: another till's ticket or a new roll often ends it. */
const SOUND_AFTER_MS = 5_000;

/** On every signed-in screen while a printer is in trouble, or a job waits for a person; sounds when that begins. */
export function PrintBand() {
  const { jobs, printers, settings } = usePrinting();
  const [open, setOpen] = useState(false);
  const all = [...jobs.values()].flat();
  const asking = all.filter(({ state }) => askingStates.has(state));
  const troubles = printers.flatMap(({ printerId, problem }) => {
    const printer = settings.printers.find(({ id }) => id === printerId);
    if (problem === null || !printer) return [];
    const waiting = all.filter((job) => job.state === 'queued' && job.printerId === printerId).length;
    return [`${printer.name}: ${problem}${waiting > 0 ? `, ${waiting} to print` : ''}`];
  });
  const words = [...troubles, ...(asking.length > 0 ? [askWords(asking)] : [])];
  useSoundOfFaults(troubles.length + asking.length);
  // A dialog that closed with its last job must not reopen for the next one.
  if (open && asking.length === 0) setOpen(false);
  if (words.length === 0) return null;
  return (
    <Band className={styles.printing} role="alert" aria-label="Printing">
      <TriangleAlert aria-hidden="true" />
      <p>{words.join(' · ')}</p>
      {asking.length > 0 && <Button onClick={() => setOpen(true)}>Look at them</Button>}
      {open && <PrintJobsDialog jobs={asking} onClose={() => setOpen(false)} />}
    </Band>
  );
}

/** Sounds when there are more faults than before, and that lasts. */
function useSoundOfFaults(faults: number): void {
  const { platform } = useServices();
  const [heard, hear] = useState(0);
  const latest = useRef(faults);
  if (faults < heard) hear(faults);
  const unheard = faults > heard;
  useEffect(
    function keepTheCount() {
      latest.current = faults;
    },
    [faults],
  );
  useEffect(
    function soundWhenItLasts() {
      if (!unheard) return;
      const timer = setTimeout(() => {
        hear(latest.current);
        platform.soundFault();
      }, SOUND_AFTER_MS);
      return () => clearTimeout(timer);
    },
    [platform, unheard],
  );
}

function askWords(asking: readonly PrintJob[]): string {
  const [only] = asking;
  return asking.length === 1 && only
    ? `${only.label}: was it printed?`
    : `${asking.length} prints wait for a word from you`;
}
