import type { Payout, PayoutDetail, PayoutLine } from '#shared/api/payouts.ts';
import { csvOfColumns, poundsCell, quoted, type CsvColumns } from '#shared/base/csv.ts';
import { localDay, localTime } from '#shared/base/local-time.ts';
import { kindWords, stateWords } from './payout-words.ts';

const payoutColumns: CsvColumns<Payout> = [
  ['Payout', ({ id }) => quoted(id)],
  ['Made', ({ madeAt }) => madeAt && localTime(madeAt)],
  ['Arrives', ({ arrivesAt }) => arrivesAt && localDay(arrivesAt)],
  ['State', ({ state }) => stateWords[state].text],
  ['Amount', ({ amount }) => poundsCell(amount)],
  ['Orders', ({ parts }) => (parts === null ? '' : String(parts.orders))],
  ['Taken', ({ parts }) => part(parts?.taken)],
  ['Fees', ({ parts }) => part(parts?.fees)],
  ['Refunds', ({ parts }) => part(parts?.refunds)],
  ['Disputes', ({ parts }) => part(parts?.disputes)],
  ['Other', ({ parts }) => part(parts?.other)],
];

const lineColumns: CsvColumns<PayoutLine> = [
  ['Booked', ({ at }) => at && localTime(at)],
  ['What', ({ kind }) => kindWords[kind]],
  ['Outlet', ({ order }) => quoted(order?.outletName ?? '')],
  ['Order', ({ order }) => (order === null ? '' : String(order.orderNumber))],
  ['Amount', ({ amount }) => poundsCell(amount)],
  ['Fees', ({ fees }) => poundsCell(0 - fees)],
  ['Net', ({ net }) => poundsCell(net)],
];

/** A line for each payout: what follows its amount adds up to it, where it is known. */
export function payoutsCsv(payouts: readonly Payout[]): string {
  return csvOfColumns(payoutColumns, payouts);
}

/** A line for each movement of a payout: Net adds up to its amount. */
export function payoutLinesCsv({ lines }: PayoutDetail): string {
  return csvOfColumns(lineColumns, lines);
}

/** The name of the file with a payout's lines. */
export const payoutLinesName = ({ madeAt }: Payout): string =>
  `payout${madeAt && `-${localDay(madeAt)}`}.csv`;

const part = (amount: number | undefined) => (amount === undefined ? '' : poundsCell(amount));
