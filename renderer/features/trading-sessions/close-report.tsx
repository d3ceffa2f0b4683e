import { Download, Printer } from 'lucide-react';
import type { LaterLine, ReportFigures, SessionReport } from '#shared/api/session-reports.ts';
import { formatPence } from '#shared/base/money.ts';
import { quickBooksJournal, xeroJournal } from '#shared/close/journal.ts';
import { reportCsv, reportFileName } from '#shared/close/report-csv.ts';
import { endWords, kindWords, nameWords, rateWords } from '#shared/close/report-words.ts';
import { closeDocument } from '#shared/print/close-document.ts';
import { failureUnlessAbsent } from '../../api/api-slice.ts';
import { usePrint } from '../../print/use-print.ts';
import boxStyles from '../../ui/box.module.css';
import { Button } from '../../ui/button.tsx';
import { LoadProblem } from '../../ui/load-problem.tsx';
import { RowActions } from '../../ui/row.tsx';
import { saveFile } from '../../ui/save-file.ts';
import { formatWhen } from '../../ui/times.ts';
import styles from './adjustments.module.css';
import actions from './session-actions.module.css';
import { useSessionReportQuery } from './report-api.ts';

/** The numbered report that was issued when the session was finished; nothing until there is one. */
export function CloseReport({ sessionId }: { sessionId: string }) {
  const { currentData: found, error, isFetching, refetch } = useSessionReportQuery(sessionId);
  const failure = failureUnlessAbsent(error);
  if (found) return <Issued report={found.report} hash={found.hash} />;
  if (!failure) return null;
  return (
    <section className={`${boxStyles.box} ${styles.box}`} aria-labelledby="report">
      <h2 id="report">Report</h2>
      <LoadProblem message={failure} busy={isFetching} onReload={() => void refetch()} />
    </section>
  );
}

function Issued({ report, hash }: { report: SessionReport; hash: string }) {
  const { timeZone: zone, later, total } = report;
  return (
    <section className={`${boxStyles.box} ${styles.box}`} aria-labelledby="report">
      <h2 id="report">Report no. {report.number}</h2>
      {report.afterwards && (
        <p className="row-note">
          Made afterwards, {formatWhen(report.issuedAt, zone)}, for a session of before.
        </p>
      )}
      <ReportActions report={report} hash={hash} />
      <ul className="figures" aria-label="This session">
        <MoneyLines figures={report.session} />
      </ul>
      {later.length > 0 && (
        <>
          <h3>Moved since earlier reports</h3>
          <ul className="figures" aria-label="Moved since earlier reports">
            {later.map((line) => (
              <Line
                key={`${line.at} ${line.kind} ${line.orderNumber}`}
                label={laterWords(line, zone)}
                pence={movedBy(line)}
              />
            ))}
          </ul>
        </>
      )}
      <ul className="figures" aria-label="In all">
        <Line label="Taken less given back" pence={total.taken - total.refunded} strong />
        <WhereItWent figures={total} />
        {report.atRisk > 0 && <Line label="Not taken yet, in no figure above" pence={report.atRisk} />}
        {report.lost > 0 && <Line label="Lost, in no figure above" pence={report.lost} />}
        {report.notServed.map(({ what, why, count, amount }) => (
          <Line key={`${what} ${why}`} label={`${endWords[what]}: ${why} (${count})`} pence={amount} />
        ))}
      </ul>
      <p className="row-note">{report.vatRule}</p>
      <p className={`row-note ${styles.hash}`}>Hash {hash}</p>
    </section>
  );
}

function ReportActions({ report, hash }: { report: SessionReport; hash: string }) {
  const printDocument = usePrint();
  const label = `Report no. ${report.number}`;
  const files: [title: string, what: string, text: (of: SessionReport) => string][] = [
    ['Report as CSV', 'report', reportCsv],
    ['Journal for Xero', 'xero', xeroJournal],
    ['Journal for QuickBooks', 'quickbooks', quickBooksJournal],
  ];
  return (
    <RowActions className={actions.actions}>
      <Button
        onClick={() =>
          void printDocument({ subject: report.sessionId, label, document: closeDocument(report, hash) })
        }
      >
        <Printer aria-hidden="true" />
        Print {label.toLowerCase()}
      </Button>
      {files.map(([title, what, text]) => (
        <Button key={what} onClick={() => saveFile(reportFileName(report, what), text(report), 'text/csv')}>
          <Download aria-hidden="true" />
          {title}
        </Button>
      ))}
    </RowActions>
  );
}

function MoneyLines({ figures }: { figures: ReportFigures }) {
  const { sold, tips, taken, smallOrderFees, returned, tipsReturned, refunded } = figures;
  return (
    <>
      {sold.map((at) => (
        <Line
          key={`sold ${at.rate}`}
          label={`${rateWords(at)}${vatWords(at.rate, at.vat)}`}
          pence={at.gross}
        />
      ))}
      {tips > 0 && <Line label="Tips" pence={tips} />}
      <Line
        label={`Taken by card${smallOrderFees > 0 ? `, of which small order fees ${formatPence(smallOrderFees)}` : ''}`}
        pence={taken}
        strong
      />
      {returned.map((at) => (
        <Line
          key={`returned ${at.rate}`}
          label={`Given back: ${rateWords(at)}${vatWords(at.rate, 0 - at.vat)}`}
          pence={0 - at.gross}
        />
      ))}
      {tipsReturned > 0 && <Line label="Tips given back" pence={0 - tipsReturned} />}
      {refunded > 0 && <Line label="Given back" pence={0 - refunded} strong />}
    </>
  );
}

function WhereItWent({ figures: { fees, feesEstimated, others, toSeller } }: { figures: ReportFigures }) {
  return (
    <>
      <Line
        label={`Card fees${feesEstimated > 0 ? ` (est. ${formatPence(feesEstimated)} with the platform’s)` : ''}`}
        pence={0 - fees.card}
      />
      <Line label="Platform fees" pence={0 - fees.platform} />
      {Object.entries(others).map(([name, amount]) => (
        <Line key={name} label={nameWords(name)} pence={0 - amount} />
      ))}
      <Line label="To you" pence={toSeller} strong />
    </>
  );
}

const vatWords = (rate: number | null, vat: number): string =>
  rate === null ? '' : `, of which VAT ${formatPence(vat)}`;
const movedBy = ({ figures: { taken, refunded, toSeller } }: LaterLine): number =>
  taken === refunded ? toSeller : taken - refunded;

function laterWords(line: LaterLine, zone: string): string {
  const of =
    line.orderNumber === null ? (line.count > 1 ? ` (${line.count})` : '') : ` · Order #${line.orderNumber}`;
  return `${formatWhen(line.at, zone)} · ${kindWords(line)}${of}`;
}

function Line({ label, pence, strong = false }: { label: string; pence: number; strong?: boolean }) {
  return (
    <li className={strong ? styles.total : undefined}>
      <span>{label}</span>
      <span>{formatPence(pence)}</span>
    </li>
  );
}
