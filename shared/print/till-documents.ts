import type { KnownSession } from '../api/outlets.ts';
import type { Order } from '../api/orders.ts';
import { pence } from '../base/money.ts';
import { isCounted, statusGroups } from '../base/order-statuses.ts';
import { lineTotal } from '../orders/reading.ts';
import { UNKNOWN } from '../base/unknown.ts';
import { clip, type Block, type PrintDocument } from './document.ts';
import { codePagesOf, type Printer } from './printer.ts';
import { printedTime } from './times.ts';

/**
 * An order with its part in its session's figures, in pence. Where the money of an accepted order is: all of it is in
 * one of `taken` (from the card, by the finish), `takenLater` (after it), `atRisk` (still held on the card) and `lost`
 * (with the hold). All four are zero if it was cancelled, or expired before it was accepted.
 */
export type ReportedOrder = {
  order: Order;
  taken: number;
  takenLater: number;
  atRisk: number;
  lost: number;
  /** Refunded before the session was finished. */
  refunds: number;
  /** Refunded since: an adjustment, which the session's figures leave out. */
  laterRefunds: number;
  /** What of both came back since: an adjustment, too. */
  cameBack: number;
};

/**
 * A trading session's figures, as its page shows them, and what was sold. Total Earnings is what was accepted, less
 * what was not taken from cards by the finish and the refunds until then; what came and went later is below it.
 */
export function sessionReport(
  outletName: string,
  session: KnownSession,
  rows: readonly ReportedOrder[],
  zone?: string,
): PrintDocument {
  const orders = rows.map(({ order }) => order);
  const total = (of: (row: ReportedOrder) => number) => rows.reduce((all, row) => all + of(row), 0);
  const accepted = ({ taken, takenLater, atRisk, lost }: ReportedOrder) => taken + takenLater + atRisk + lost;
  const ofAccepted = (of: (order: Order) => number) =>
    pence(total((row) => (accepted(row) > 0 ? of(row.order) : 0)));
  const [later, refundedLater] = [total((row) => row.takenLater), total((row) => row.laterRefunds)];
  const left = (label: string, count: number): Block[] =>
    count === 0 ? [] : [{ kind: 'text', text: `${label}: ${count}` }];
  const line = (label: string, amount: number): Block[] =>
    amount === 0 ? [] : [{ kind: 'amount', label, pence: amount }];
  return {
    kind: 'report',
    zone,
    blocks: [
      { kind: 'title', text: clip(outletName) },
      { kind: 'text', text: 'Trading session', centred: true, strong: true },
      { kind: 'text', text: `From ${printedTime(session.startedAt, zone)}` },
      { kind: 'text', text: `To ${session.finishedAt ? printedTime(session.finishedAt, zone) : 'now'}` },
      { kind: 'rule' },
      { kind: 'text', text: `Total Orders: ${session.numberOfOrders ?? UNKNOWN}`, strong: true },
      ...left('Cancelled', orders.filter(({ status }) => statusGroups.cancelled.has(status)).length),
      ...left('Expired', orders.filter(({ status }) => statusGroups.expired.has(status)).length),
      { kind: 'rule' },
      { kind: 'amount', label: 'Accepted', pence: pence(total(accepted)) },
      { kind: 'amount', label: 'of which tips', pence: ofAccepted((order) => order.tip) },
      {
        kind: 'amount',
        label: 'of which small order fees',
        pence: ofAccepted((order) => order.serviceCharge),
      },
      ...line('Not taken yet', 0 - total(({ atRisk }) => atRisk)),
      ...line('Lost, never taken', 0 - total(({ lost }) => lost)),
      ...line('Taken after the finish', 0 - later),
      { kind: 'amount', label: 'Refunds', pence: 0 - total(({ refunds }) => refunds) },
      session.totalEarnings === null
        ? { kind: 'text', text: `Total Earnings: ${UNKNOWN}`, strong: true }
        : { kind: 'amount', label: 'Total Earnings', pence: session.totalEarnings, strong: true },
      ...line('Taken since', later),
      ...line('Refunded since', 0 - refundedLater),
      ...line(
        'Refunds that came back since',
        total(({ cameBack }) => cameBack),
      ),
      { kind: 'rule' },
      ...soldBlocks(orders),
    ],
  };
}

/** Each item with its number sold and its total, the most sold first. */
function soldBlocks(orders: readonly Order[]): Block[] {
  const sold = new Map<string, { quantity: number; amount: number }>();
  for (const order of orders)
    for (const line of isCounted(order.status) ? order.items : []) {
      const so = sold.get(line.name) ?? { quantity: 0, amount: 0 };
      sold.set(line.name, { quantity: so.quantity + line.quantity, amount: so.amount + lineTotal(line) });
    }
  return [...sold]
    .toSorted(([, one], [, other]) => other.quantity - one.quantity)
    .slice(0, 100)
    .map(([name, { quantity, amount }]) => ({
      kind: 'item',
      quantity,
      name: clip(name),
      modifications: [],
      amount: pence(amount),
    }));
}

/** Lets staff choose the code page: the line that reads `£1.23 é –` shows the right one. */
export function testPage(printer: Pick<Printer, 'name' | 'dialect' | 'width' | 'codePage'>): PrintDocument {
  return {
    kind: 'test',
    blocks: [
      { kind: 'title', text: 'Test page' },
      { kind: 'text', text: clip(printer.name), centred: true },
      { kind: 'rule' },
      { kind: 'text', text: 'Choose the page whose line reads: pound 1.23, e with an accent, a long dash.' },
      ...codePagesOf[printer.dialect].map((codePage): Block => ({
        kind: 'sample',
        codePage,
        text: `${codePage}: £1.23 é –`,
      })),
      { kind: 'rule' },
      { kind: 'headline', left: '#12', right: 'Table 7' },
      {
        kind: 'item',
        quantity: 2,
        name: 'Test item',
        modifications: ['Extra something'],
        amount: pence(246),
      },
      { kind: 'note', text: 'what a customer asks for is reversed out' },
      { kind: 'amount', label: 'Total', pence: 246, strong: true },
      { kind: 'text', text: `${printer.width} mm, ${printer.codePage}` },
    ],
  };
}
