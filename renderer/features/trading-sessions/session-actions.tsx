import { Download, Printer, ReceiptText } from 'lucide-react';
import { Link } from 'react-router';
import type { KnownSession, Outlet } from '#shared/api/outlets.ts';
import { sessionReport } from '#shared/print/till-documents.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { useServices } from '../../state/hooks.ts';
import { usePrint } from '../../print/use-print.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { sessionCsv, sessionCsvName } from './session-csv.ts';
import type { SessionRow } from './session-rows.ts';
import { RowActions } from '../../ui/row.tsx';
import styles from './session-actions.module.css';

type SessionActionsProps = {
  outlet: Pick<Outlet, 'id' | 'name' | 'timeZone'>;
  session: KnownSession;
  rows: SessionRow[];
};

export function SessionActions({ outlet, session, rows }: SessionActionsProps) {
  const zone = zoneOf(outlet);
  const { platform } = useServices();
  const printDocument = usePrint();
  const printReport = () =>
    printDocument({
      subject: session.id,
      label: 'Session report',
      document: sessionReport(outlet.name, session, rows, zone),
    });
  return (
    <RowActions className={styles.actions}>
      <Button
        disabled={rows.length === 0}
        onClick={() =>
          saveFile(sessionCsvName(outlet.name, session.startedAt, zone), sessionCsv(rows, zone), 'text/csv')
        }
      >
        <Download aria-hidden="true" />
        Export CSV
      </Button>
      <Button onClick={() => print()}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      {platform.can.printSilently && (
        <Button onClick={() => void printReport()}>
          <ReceiptText aria-hidden="true" />
          Print report
        </Button>
      )}
      <Link className={buttonClass()} to={`/outlets/${outlet.id}/trading-sessions`}>
        Back
      </Link>
    </RowActions>
  );
}
