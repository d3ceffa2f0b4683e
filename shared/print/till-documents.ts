import type { TradingSession } from '../api/outlets.ts';
import type { Order } from '../api/orders.ts';
import { pence, sumPence } from '../money.ts';
import { isCounted, statusGroups } from '../orders/statuses.ts';
import { clip, type Block, type PrintDocument } from './document.ts';
import { codePagesOf, type Printer } from './printer.ts';
import { printedTime } from './times.ts';

/** A trading session's figures, as its page has them (D20), and what was sold in it. */
export function sessionReport(
  outletName: string,
  session: TradingSession,
  orders: readonly Order[],
): PrintDocument {
  const settled = orders.filter(({ status }) => statusGroups.settled.has(status));
  const sum = (of: (order: Order) => number) => pence(settled.reduce((total, order) => total + of(order), 0));
  const refunded = sumPence(settled.map((order) => order.refunded));
  const left = (label: string, count: number): Block[] =>
    count === 0 ? [] : [{ kind: 'text', text: `${label}: ${count}` }];
  return {
    kind: 'report',
    blocks: [
      { kind: 'title', text: clip(outletName) },
      { kind: 'text', text: 'Trading session', centred: true, strong: true },
      { kind: 'text', text: `From ${printedTime(session.startedAt)}` },
      { kind: 'text', text: `To ${session.finishedAt ? printedTime(session.finishedAt) : 'now'}` },
      { kind: 'rule' },
      { kind: 'text', text: `Total Orders: ${session.numberOfOrders}`, strong: true },
      ...left('Cancelled', orders.filter(({ status }) => statusGroups.cancelled.has(status)).length),
      ...left('Expired', orders.filter(({ status }) => statusGroups.expired.has(status)).length),
      { kind: 'rule' },
      { kind: 'amount', label: 'Charged', pence: sum((order) => order.amount) },
      { kind: 'amount', label: 'of which tips', pence: sum((order) => order.tip) },
      { kind: 'amount', label: 'of which service charges', pence: sum((order) => order.serviceCharge) },
      { kind: 'amount', label: 'Refunds', pence: 0 - refunded },
      { kind: 'amount', label: 'Total Earnings', pence: session.totalEarnings, strong: true },
      { kind: 'rule' },
      ...soldBlocks(orders),
    ],
  };
}

/** Each item with how many were sold and for how much, the most first. */
function soldBlocks(orders: readonly Order[]): Block[] {
  const sold = new Map<string, { quantity: number; amount: number }>();
  for (const order of orders)
    for (const { name, quantity, cost, modifications } of isCounted(order.status) ? order.items : []) {
      const so = sold.get(name) ?? { quantity: 0, amount: 0 };
      const each = modifications.reduce<number>((total, modification) => total + modification.cost, cost);
      sold.set(name, { quantity: so.quantity + quantity, amount: so.amount + quantity * each });
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

/** What staff choose the code page by: the line that reads `£1.23 é –` names the right one. */
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
      { kind: 'note', text: 'A note is reversed out' },
      { kind: 'amount', label: 'Total', pence: 246, strong: true },
      { kind: 'text', text: `${printer.width} mm, ${printer.codePage}` },
    ],
  };
}
