import type { ReportFigures, SessionReport } from '../api/session-reports.ts';
import { csvOf, poundsCell, quoted } from '../base/csv.ts';
import { localDay, localTime } from '../base/local-time.ts';
import { endWords, kindWords, nameWords, rateWords } from './report-words.ts';

const headings = [
  'Report',
  'Section',
  'Line',
  'When',
  'Order',
  'Count',
  'VAT rate',
  'Amount',
  'of which VAT',
];

type Line = {
  line: string;
  when?: string;
  order?: number | null;
  count?: number;
  rate?: number | null;
  amount?: number;
  vat?: number;
};

/**
 * A session's report as a spreadsheet. The amounts of the section Money in, and those of Money out, are each all that its
 * ledger moved; those of Fees and payout are the same once more, by where it went, and those of Report by the way of paying.
 * Times are on the outlet's clocks.
 */
export function reportCsv(report: SessionReport): string {
  const { number, timeZone: zone, session, later, notServed, pauses } = report;
  const section = (name: string, lines: Line[]): string[][] =>
    lines.map(({ line, when = '', order = null, count, rate = null, amount, vat }) => [
      String(number),
      quoted(name),
      quoted(line),
      when && localTime(when, zone),
      order === null ? '' : String(order),
      count === undefined ? '' : String(count),
      rate === null ? '' : String(rate),
      amount === undefined ? '' : poundsCell(amount),
      vat === undefined ? '' : poundsCell(vat),
    ]);
  const groups = [
    { figures: session, said: '', when: '', order: null as number | null },
    ...later.map((one) => ({
      figures: one.figures,
      said: `${kindWords(one)} later: `,
      when: one.at,
      order: one.orderNumber,
    })),
  ];
  const each = (lines: (figures: ReportFigures) => Line[]) =>
    groups.flatMap(({ figures, said, when, order }) =>
      lines(figures).map((one) => ({ ...one, line: said + one.line, when, order })),
    );
  return csvOf([
    headings,
    ...section('Report', [
      { line: `Report no. ${number} of ${report.outletName}`, when: report.issuedAt },
      { line: 'Session', when: report.startedAt, count: session.captures },
      { line: report.vatNumber ? `VAT No. ${report.vatNumber}` : 'No VAT number' },
      { line: report.vatRule },
      ...wayOfPaying(report),
    ]),
    ...section('Money in', each(moneyIn)),
    ...section('Money out', each(moneyOut)),
    ...section('Fees and payout', each(whereItWent)),
    ...section('Not taken', [
      { line: 'Not taken yet', amount: report.atRisk },
      { line: 'Lost, never to be taken', amount: report.lost },
      ...notServed.map(({ what, why, count, amount }) => ({
        line: `${endWords[what]}: ${why}`,
        count,
        amount,
      })),
    ]),
    ...section(
      'No orders taken',
      pauses.map(({ from, to, by, reason }) => ({
        line: `${reason ?? (by === 'unattended' ? 'No screen could ring' : 'Paused')}${to ? `, until ${localTime(to, zone)}` : ''}`,
        when: from,
      })),
    ),
  ]);
}

/** What was taken and given back by each way of paying, and the part of it that was for small orders. */
function wayOfPaying({ payments, total: { smallOrderFees } }: SessionReport): Line[] {
  return [
    ...payments.map(({ way, taken }) => ({ line: `Taken by ${way}`, amount: taken })),
    ...(smallOrderFees === 0 ? [] : [{ line: 'of which small order fees', amount: smallOrderFees }]),
    ...payments
      .filter(({ refunded }) => refunded !== 0)
      .map(({ way, refunded }) => ({ line: `Given back by ${way}`, amount: 0 - refunded })),
  ];
}

function moneyIn({ sold, tips }: ReportFigures): Line[] {
  return [
    ...sold.map((at) => ({ line: rateWords(at), rate: at.rate, amount: at.gross, vat: at.vat })),
    ...(tips === 0 ? [] : [{ line: 'Tips', amount: tips }]),
  ];
}

function moneyOut({ returned, tipsReturned }: ReportFigures): Line[] {
  return [
    ...returned.map((at) => ({
      line: `Given back: ${rateWords(at)}`,
      rate: at.rate,
      amount: 0 - at.gross,
      vat: 0 - at.vat,
    })),
    ...(tipsReturned === 0 ? [] : [{ line: 'Tips given back', amount: 0 - tipsReturned }]),
  ];
}

function whereItWent({ fees, feesEstimated, others, toSeller }: ReportFigures): Line[] {
  const estimated = feesEstimated === 0 ? '' : `, of which ${poundsCell(feesEstimated)} estimated`;
  return [
    ...(fees.card === 0 ? [] : [{ line: `Card fees${estimated}`, amount: fees.card }]),
    ...(fees.platform === 0 ? [] : [{ line: 'Platform fees', amount: fees.platform }]),
    ...Object.entries(others).map(([name, amount]) => ({ line: nameWords(name), amount })),
    ...(toSeller === 0 ? [] : [{ line: 'To you', amount: toSeller }]),
  ];
}

/** `The-Old-Ferry-2026-11-20-report-12.csv`, by the outlet's day on which the session began. */
export function reportFileName(report: SessionReport, what: string): string {
  const name = report.outletName.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `${name || 'session'}-${localDay(report.startedAt, report.timeZone)}-${what}-${report.number}.csv`;
}
