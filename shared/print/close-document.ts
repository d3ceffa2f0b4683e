import type { LaterLine, ReportFigures, SessionReport } from '../api/session-reports.ts';
import { formatPence } from '../base/money.ts';
import { endWords, kindWords, nameWords, rateWords } from '../close/report-words.ts';
import { clip, MAX_BLOCKS, type Block, type PrintDocument } from './document.ts';
import { printedTime } from './times.ts';

/** The numbered report of a finished session: each part adds up to the figure below it. */
export function closeDocument(report: SessionReport, hash: string): PrintDocument {
  const { timeZone: zone, later, total } = report;
  const blocks: Block[] = [
    { kind: 'title', text: clip(report.outletName) },
    { kind: 'text', text: `Report no. ${report.number}`, centred: true, strong: true },
    ...(report.vatNumber ? [text(`VAT No. ${report.vatNumber}`)] : []),
    text(`From ${printedTime(report.startedAt, zone)}`),
    text(`To ${printedTime(report.finishedAt, zone)}`),
    ...(report.afterwards ? [text(`Made afterwards, ${printedTime(report.issuedAt, zone)}`)] : []),
    { kind: 'rule' },
    ...moneyBlocks(report.session),
    ...(later.length === 0 ? [] : [heading('Moved since earlier reports')]),
    ...later.flatMap((line) => laterBlocks(line, zone)),
    ...(later.length === 0 ? [] : [heading('In all')]),
    { kind: 'amount', label: 'Taken less given back', pence: total.taken - total.refunded, strong: true },
    ...whereItWent(total),
    { kind: 'rule' },
    ...amounts(['Not taken yet', report.atRisk], ['Lost, never taken', report.lost]),
    ...report.notServed.map(({ what, why, count, amount }) =>
      text(clip(`${endWords[what]} ${count}, ${formatPence(amount)}: ${why}`)),
    ),
    ...report.pauses.map(({ from, to, by, reason }) =>
      text(
        clip(
          `No orders ${printedTime(from, zone)} to ${to ? printedTime(to, zone) : 'the end'}: ${reason ?? (by === 'unattended' ? 'no screen could ring' : 'paused')}`,
        ),
      ),
    ),
    { kind: 'rule' },
    text(report.vatRule),
    text(`Hash ${hash}`),
  ];
  // What is too long for one sheet is in the spreadsheet; the end of the paper still tells the hash.
  return {
    kind: 'report',
    zone,
    blocks: [...blocks.slice(0, MAX_BLOCKS - 1), ...blocks.slice(MAX_BLOCKS - 1).slice(-1)],
  };
}

const text = (said: string): Block => ({ kind: 'text', text: said });
const heading = (said: string): Block => ({ kind: 'text', text: said, strong: true });
const amounts = (...lines: [label: string, pence: number][]): Block[] =>
  lines.flatMap(([label, pence]) => (pence === 0 ? [] : [{ kind: 'amount', label: clip(label), pence }]));

function moneyBlocks({
  taken,
  sold,
  tips,
  smallOrderFees,
  refunded,
  returned,
  tipsReturned,
}: ReportFigures): Block[] {
  return [
    ...sold.flatMap((at) => [
      ...amounts([rateWords(at), at.gross]),
      ...(at.rate === null ? [] : [text(`of which VAT ${formatPence(at.vat)}`)]),
    ]),
    ...amounts(['Tips', tips]),
    { kind: 'amount', label: 'Taken by card', pence: taken, strong: true },
    ...(smallOrderFees === 0 ? [] : [text(`of which small order fees ${formatPence(smallOrderFees)}`)]),
    ...returned.flatMap((at) => [
      ...amounts([`Given back: ${rateWords(at)}`, 0 - at.gross]),
      ...(at.rate === null ? [] : [text(`of which VAT ${formatPence(0 - at.vat)}`)]),
    ]),
    ...amounts(['Tips given back', 0 - tipsReturned]),
    ...(refunded === 0
      ? []
      : [{ kind: 'amount' as const, label: 'Given back', pence: 0 - refunded, strong: true }]),
  ];
}

function laterBlocks({ at, kind, count, orderNumber, figures }: LaterLine, zone: string): Block[] {
  const of = orderNumber === null ? (count > 1 ? ` (${count})` : '') : `, order #${orderNumber}`;
  const money = figures.taken - figures.refunded;
  return [
    text(`${printedTime(at, zone)} ${kindWords({ kind })}${of}`),
    ...(money === 0
      ? [{ kind: 'amount' as const, label: 'To you', pence: figures.toSeller }]
      : [{ kind: 'amount' as const, label: 'Money', pence: money }]),
  ];
}

function whereItWent({ fees, feesEstimated, others, toSeller }: ReportFigures): Block[] {
  return [
    ...amounts(
      [
        feesEstimated === 0 ? 'Card fees' : `Card fees (${formatPence(feesEstimated)} estimated)`,
        0 - fees.card,
      ],
      ['Platform fees', 0 - fees.platform],
      ...Object.entries(others).map(([name, amount]): [string, number] => [nameWords(name), 0 - amount]),
    ),
    { kind: 'amount', label: 'To you', pence: toSeller, strong: true },
  ];
}
