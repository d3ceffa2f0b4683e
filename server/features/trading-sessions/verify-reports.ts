import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { sessionReport, type ReportFigures, type SessionReport } from '#shared/api/session-reports.ts';
import { canonicalJson } from '#shared/base/canonical-json.ts';
import { ledgerPart, movedFigures } from '#shared/close/make-report.ts';
import type { Database } from '../../database/database.ts';
import { readReported, readTransaction, reportedOrders, reportedTransactions } from './report-facts.ts';

/** What is wrong with a report, as a sentence. */
export type ReportFault = { outletId: string; outletName: string; number: number; what: string };

export type ReportsCheck = {
  faults: ReportFault[];
  reports: number;
  /** The newest report of each outlet: noted elsewhere, its hash shows whether later ones were taken away. */
  newest: { outletName: string; number: number; hash: string }[];
  /** Finished sessions that have no report yet. */
  missing: number;
  /** Whether the hash that was asked for is a report's. */
  found: boolean;
};

const AT_ONCE = 100;
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * Checks the chain of each outlet's reports, and each report against the ledger and its orders. All is computed here and not in the
 * database, whose functions may have been changed along with its rows.
 * @param noted a hash that must be some report's, if any
 */
export async function verifyReports(database: Database, noted: string | null): Promise<ReportsCheck> {
  const { kysely } = database;
  const check: ReportsCheck = { faults: [], reports: 0, newest: [], missing: 0, found: noted === null };
  const outlets = await kysely.selectFrom('outlets').select(['id', 'name']).orderBy('id').execute();
  for (const { id, name } of outlets) {
    let before = { number: 0, hash: '' };
    const fault = (number: number, what: string) =>
      void check.faults.push({ outletId: id, outletName: name, number, what });
    for (;;) {
      const rows = await kysely
        .selectFrom('session_reports')
        .selectAll()
        .where('outlet_id', '=', id)
        .where('number', '>', before.number)
        .orderBy('number')
        .limit(AT_ONCE)
        .execute();
      for (const row of rows) {
        for (let number = before.number + 1; number < row.number; number += 1)
          fault(number, 'It is missing.');
        const gap = row.number !== before.number + 1;
        const report = read(row.body);
        for (const what of faultsOf(row, report, gap ? null : before.hash)) fault(row.number, what);
        for (const what of report ? await againstBooks(database, row, report) : []) fault(row.number, what);
        check.found ||= row.hash === noted;
        check.reports += 1;
        before = { number: row.number, hash: row.hash };
      }
      if (rows.length < AT_ONCE) break;
    }
    if (before.number > 0) check.newest.push({ outletName: name, ...before });
  }
  return { ...check, missing: await missingReports(database) };
}

type Row = { number: number; trading_session_id: string; outlet_id: string; body: string; hash: string };

/**
 * @param report null if the row's text is none
 * @param previous the hash of the report before; null if that one is missing
 */
function faultsOf(row: Row, report: SessionReport | null, previous: string | null): string[] {
  if (sha256(row.body) !== row.hash) return ['It is not as it was issued: its text does not have its hash.'];
  if (!report) return ['It cannot be read.'];
  const { number, sessionId, outletId } = report;
  const faults: string[] = [];
  if (previous !== null && report.previous !== previous)
    faults.push('It does not follow the report before it, which was changed or replaced.');
  if (number !== row.number || sessionId !== row.trading_session_id || outletId !== row.outlet_id)
    faults.push('It is stored as the report of another session.');
  if (!addsUp(report)) faults.push('Its figures do not add up to its ledger.');
  return faults;
}

/** Whether all figures of a report are its ledger's, to the penny. */
function addsUp({ session, later, total, ledger, payments }: SessionReport): boolean {
  const groups = [session, ...later.map(({ figures }) => figures)];
  const sum = (of: (figures: ReportFigures) => number) => groups.reduce((all, one) => all + of(one), 0);
  const account = (name: string) => ledger.accounts[name] ?? 0;
  const same: [number, number][] = [
    [total.taken, sum(({ taken }) => taken)],
    [total.refunded, sum(({ refunded }) => refunded)],
    [total.toSeller, sum(({ toSeller }) => toSeller)],
    [total.taken - total.refunded, 0 - account('customer')],
    [payments.reduce((all, { taken, refunded }) => all + taken - refunded, 0), 0 - account('customer')],
    [total.toSeller, account('seller')],
    [total.fees.platform, account('platform')],
    [total.fees.card, account('card-provider')],
    [Object.values(ledger.accounts).reduce((all, amount) => all + amount, 0), 0],
    ...[...groups, total].flatMap((one): [number, number][] => [
      [one.taken, one.tips + one.sold.reduce((all, { gross }) => all + gross, 0)],
      [one.refunded, one.tipsReturned + one.returned.reduce((all, { gross }) => all + gross, 0)],
    ]),
  ];
  return same.every(([one, other]) => one === other);
}

function read(body: string): SessionReport | null {
  try {
    const json: unknown = JSON.parse(body);
    const parsed = sessionReport.safeParse(json);
    return parsed.success && canonicalJson(json) === body ? parsed.data : null;
  } catch {
    return null;
  }
}

/** Whether ledger and orders still say what the report says. */
async function againstBooks(
  database: Database,
  { outlet_id: outletId, number }: Row,
  report: SessionReport,
): Promise<string[]> {
  const rows = await database.run<Parameters<typeof readTransaction>[0]>(reportedTransactions, [
    outletId,
    number,
  ]);
  if (!isDeepStrictEqual(report.ledger, ledgerPart(rows.map(readTransaction), sha256)))
    return ['The ledger does not hold what it was made of any more.'];
  const [books] = await database.run<Parameters<typeof readReported>[0]>(reportedOrders, [outletId, number]);
  if (!books) return [];
  const isReported = (one: { report: number | null }) => one.report === number;
  const moved = movedFigures(readReported(books), { ...report, isReported });
  const { payments, session, later, total } = report;
  return isDeepStrictEqual(moved, { payments, session, later, total })
    ? []
    : ['Its sales, VAT and tips are not those of its orders any more.'];
}

async function missingReports({ kysely }: Database): Promise<number> {
  const { count } = await kysely
    .selectFrom('trading_sessions')
    .leftJoin('session_reports', 'session_reports.trading_session_id', 'trading_sessions.id')
    .where('finished_at', 'is not', null)
    .where('session_reports.number', 'is', null)
    .select((query) => query.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** `No. 12 of The Old Ferry` */
export const nameOf = ({ outletName, number }: Pick<ReportFault, 'outletName' | 'number'>): string =>
  `No. ${number} of ${outletName}`;
