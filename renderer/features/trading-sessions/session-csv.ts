import { deductionsOf } from '#shared/base/fees.ts';
import { csvOf, poundsCell, quoted } from '#shared/base/csv.ts';
import { linesText } from '#shared/orders/refunded-lines.ts';
import { orderTitle } from '#shared/orders/reading.ts';
import type { OrderItem } from '#shared/api/orders.ts';
import { localDay, localTime } from '#shared/base/local-time.ts';
import type { SessionRow } from './session-rows.ts';

const columns: [heading: string, cell: (row: SessionRow, zone?: string) => string][] = [
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
  ['Service charge', ({ order }) => poundsCell(order.serviceCharge)],
  ['Taken', ({ taken }) => poundsCell(taken)],
  ['Refunds', ({ refunds }) => poundsCell(refunds)],
  ['Refunded items', ({ order }) => quoted(order.payment.refunds.map(linesText).filter(Boolean).join('\n'))],
  ['Earnings', ({ earnings }) => poundsCell(earnings)],
  ['Not taken yet', ({ atRisk }) => poundsCell(atRisk)],
  ['Lost', ({ lost }) => poundsCell(lost)],
  ['Taken after the finish', ({ takenLater }) => poundsCell(takenLater)],
  ['Refunds after the finish', ({ laterRefunds }) => poundsCell(laterRefunds)],
  ['Fees', (row) => withFees(row, ({ fees }) => poundsCell(fees))],
  ['Net', (row) => withFees(row, ({ net }) => poundsCell(net))],
  ['Fees are', (row) => withFees(row, ({ estimated }) => (estimated ? 'estimated' : 'final'))],
];

/**
 * A session as a spreadsheet, a line for each order: Counted adds up to its Total Orders, Earnings to its Total
 * Earnings. Times are ISO 8601 on the outlet's clocks with the offset. The byte order mark makes Excel read it as UTF-8.
 */
export function sessionCsv(rows: readonly SessionRow[], zone?: string): string {
  const lines = [
    columns.map(([heading]) => heading),
    ...rows.map((row) => columns.map(([, cell]) => cell(row, zone))),
  ];
  return csvOf(lines);
}

/** What the fees of a taken order are and leave; empty for all others, and if its server tells no fees. */
function withFees(
  { order, taken, takenLater }: SessionRow,
  shown: (of: { fees: number; net: number; estimated: boolean }) => string,
): string {
  if (taken + takenLater === 0 || order.fees.length === 0) return '';
  const { platform, card, estimated } = deductionsOf({ ...order, feesTaken: order.payment.feesTaken });
  const fees = platform + card;
  return shown({ fees, net: order.amount - fees - order.refunded, estimated });
}

/** `The-Old-Ferry-2026-11-20.csv`, by the outlet's day on which the session began. */
export function sessionCsvName(outletName: string, startedAt: string, zone?: string): string {
  const name = outletName.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '');
  return `${name || 'session'}${startedAt && `-${localDay(startedAt, zone)}`}.csv`;
}

function lineText({ quantity, name, modifications }: OrderItem): string {
  const chosen = modifications.map((modification) => modification.name).join(', ');
  return `${quantity} × ${name}${chosen && ` (${chosen})`}`;
}
