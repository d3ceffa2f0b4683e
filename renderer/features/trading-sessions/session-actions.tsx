import { Download, Printer } from 'lucide-react';
import { Link } from 'react-router';
import { Button, buttonClass } from '../../ui/button.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { sessionCsv, sessionCsvName } from './session-csv.ts';
import type { SessionRow } from './session-rows.ts';

type SessionActionsProps = { outletId: string; outletName: string; startedAt: string; rows: SessionRow[] };

export function SessionActions({ outletId, outletName, startedAt, rows }: SessionActionsProps) {
  return (
    <div className="row-actions session-actions">
      <Button
        disabled={rows.length === 0}
        onClick={() => saveFile(sessionCsvName(outletName, startedAt), sessionCsv(rows), 'text/csv')}
      >
        <Download aria-hidden="true" />
        Export CSV
      </Button>
      <Button onClick={() => print()}>
        <Printer aria-hidden="true" />
        Print
      </Button>
      <Link className={buttonClass()} to={`/outlets/${outletId}/trading-sessions`}>
        Back
      </Link>
    </div>
  );
}
