import { CircleCheck, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { orderedKinds, type Printer } from '#shared/print/printer.ts';
import { testPage } from '#shared/print/till-documents.ts';
import { usePrint } from '../../print/use-print.ts';
import { usePrinting } from '../../print/use-printing.ts';
import { Button } from '../../ui/button.tsx';
import { Chip } from '../../ui/chip.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { kindWords, momentWords, targetWords } from './printer-words.ts';
import { RowActions } from '../../ui/row.tsx';
import { PrintsFor } from './printer-outlets.tsx';
import { TicketsOf } from './printer-stations.tsx';
import boxStyles from '../../ui/box.module.css';
import styles from './printer-row.module.css';
import spreadStyles from '../../ui/spread.module.css';

type PrinterRowProps = { printer: Printer; onEdit: () => void; onRemove: () => void };

/** One printer: what it prints, and its current state. */
export function PrinterRow({ printer, onEdit, onRemove }: PrinterRowProps) {
  const print = usePrint();
  const [removing, setRemoving] = useState(false);
  const remove = () => {
    setRemoving(false);
    onRemove();
  };
  const test = () =>
    print({
      subject: `test ${Date.now()}`,
      label: `Test page, ${printer.name}`.slice(0, 200),
      document: testPage(printer),
      printerId: printer.id,
    });
  return (
    <article className={`${boxStyles.box} ${styles.printer}`} aria-label={printer.name}>
      <div className={`${spreadStyles.spread} ${spreadStyles.close}`}>
        <h3>{printer.name}</h3>
        <PrinterHealth printer={printer} />
      </div>
      <p className="row-note">
        {targetWords(printer.target)} · {printer.width} mm · {printer.dialect === 'star' ? 'Star' : 'Epson'}
      </p>
      <ul className={styles.prints}>
        {orderedKinds
          .filter((kind) => printer.documents[kind].when !== 'never')
          .map((kind) => (
            <li key={kind}>
              {momentWords[printer.documents[kind].when]}: {kindWords[kind].toLowerCase()}
              {printer.documents[kind].copies > 1 && `, ${printer.documents[kind].copies} copies`}
            </li>
          ))}
      </ul>
      <PrintsFor outletIds={printer.outletIds} />
      {printer.stationIds && <TicketsOf stationIds={printer.stationIds} />}
      <RowActions>
        <Button onClick={() => void test()}>Test print</Button>
        <Button aria-label={`Edit ${printer.name}`} onClick={onEdit}>
          Edit
        </Button>
        <Button tone="quiet" aria-label={`Remove ${printer.name}`} onClick={() => setRemoving(true)}>
          Remove
        </Button>
      </RowActions>
      {removing && (
        <Dialog
          role="alertdialog"
          title="Remove printer"
          onClose={() => setRemoving(false)}
          actions={
            <>
              <Button onClick={() => setRemoving(false)}>Keep it</Button>
              <Button tone="danger" onClick={remove}>
                Remove
              </Button>
            </>
          }
        >
          <p>
            {printer.name} prints nothing any more. What it has not printed yet is listed, and nothing is
            lost.
          </p>
        </Dialog>
      )}
    </article>
  );
}

function PrinterHealth({ printer }: { printer: Printer }) {
  const { printers } = usePrinting();
  const state = printers.find(({ printerId }) => printerId === printer.id);
  if (!state || printer.target.kind !== 'network') return null;
  if (state.unknown) return null;
  return state.problem === null ? (
    <Chip colour="ready" Icon={CircleCheck}>
      {printer.answers ? 'Ready' : 'Reachable'}
    </Chip>
  ) : (
    <span role="status">
      <Chip colour="late" Icon={TriangleAlert} wraps>
        {state.problem}
      </Chip>
    </span>
  );
}
