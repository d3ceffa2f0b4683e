import { csvOfColumns, poundsCell, quoted, type CsvColumns } from '#shared/base/csv.ts';
import { netOfOrder, type Deduction, type Net } from '#shared/orders/net.ts';
import { optionText } from '#shared/orders/option-text.ts';
import { linesText } from '#shared/orders/refunded-lines.ts';
import { orderTitle } from '#shared/orders/reading.ts';
import type { OrderItem } from '#shared/api/orders.ts';
import { localDay, localTime } from '#shared/base/local-time.ts';
import type { SessionRow } from './session-rows.ts';

const columns: CsvColumns<SessionRow> = [
  ['Order', ({ order }) => String(order.orderNumber)],
  ['Created', ({ order }, zone) => order.createdAt && localTime(order.createdAt, zone)],
  ['Closed', ({ order }, zone) => (order.completedAt ? localTime(order.completedAt, zone) : '')],
  ['Status', ({ order }) => orderTitle(order)],
  ['Table', ({ order }) => quoted(order.tableNumber ?? '')],
  ['Customer', ({ order }) => quoted(order.customerName)],
  ['Items', ({ order }) => quoted(order.items.map(lineText).join('\n'))],
  ['Note', ({ order }) => quoted(order.note ?? '')],
  ['Counted', ({ counted }) => (counted ? '1' : '0')],
  ['Tip', ({ order }) => poundsCell(order.tip)],
  ['Small order fee', ({ order }) => poundsCell(order.serviceCharge)],
  ['Taken', ({ taken }) => poundsCell(taken)],
  ['Refunds', ({ refunds }) => poundsCell(refunds)],
  ['Refunded items', ({ order }) => quoted(order.payment.refunds.map(linesText).filter(Boolean).join('\n'))],
  ['Earnings', ({ earnings }) => poundsCell(earnings)],
  ['Not taken yet', ({ atRisk }) => poundsCell(atRisk)],
  ['Lost', ({ lost }) => poundsCell(lost)],
  ['Taken after the finish', ({ takenLater }) => poundsCell(takenLater)],
  ['Refunds after the finish', ({ laterRefunds }) => poundsCell(laterRefunds)],
  ['Refunds that came back', ({ cameBack }) => poundsCell(cameBack)],
  ['Fees', (row) => withNet(row, ({ deductions }) => poundsCell(total(deductions)))],
  ['Net', (row) => withNet(row, ({ net }) => poundsCell(net))],
  ['Fees are', (row) => withNet(row, ({ estimated }) => (estimated ? 'estimated' : 'final'))],
  ['Deductions', (row) => withNet(row, ({ deductions }) => quoted(deductions.map(deductionText).join('\n')))],
];

/**
 * A session as a spreadsheet, a line for each order: Counted adds up to its Total Orders, Earnings to its Total
 * Earnings. Times are ISO 8601 on the outlet's clocks with the offset.
 */
export function sessionCsv(rows: readonly SessionRow[], zone?: string): string {
  return csvOfColumns(columns, rows, zone);
}

/** The net of an order whose money was taken; empty for all others, and if its server tells no fees. */
function withNet({ order, taken, takenLater }: SessionRow, shown: (net: Net) => string): string {
  const net = taken + takenLater === 0 ? null : netOfOrder(order);
  return net ? shown(net) : '';
}

const total = (deductions: readonly Deduction[]) => deductions.reduce((all, { amount }) => all + amount, 0);

const deductionText = ({ label, amount }: Deduction) => `${label}: ${poundsCell(amount)}`;

/** `The-Old-Ferry-2026-11-20.csv`, by the outlet's day on which the session began. */
export function sessionCsvName(outletName: string, startedAt: string, zone?: string): string {
  const name = outletName.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `${name || 'session'}${startedAt && `-${localDay(startedAt, zone)}`}.csv`;
}

function lineText({ quantity, name, modifications }: OrderItem): string {
  const chosen = modifications.map(optionText).join(', ');
  return `${quantity} × ${name}${chosen && ` (${chosen})`}`;
}
