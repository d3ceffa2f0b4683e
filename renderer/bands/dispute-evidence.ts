import type { Order, OrderAction } from '#shared/api/orders.ts';
import type { Outlet } from '#shared/api/outlets.ts';
import type { Dispute } from '#shared/api/payouts.ts';
import { localTime } from '#shared/base/local-time.ts';
import { formatPence } from '#shared/base/money.ts';
import { zoneOf } from '#shared/base/time-zones.ts';
import { UNKNOWN } from '#shared/base/unknown.ts';
import type { PrintDocument } from '#shared/print/document.ts';
import { layOut } from '#shared/print/layout.ts';
import { customerReceipt, kitchenTicket } from '#shared/print/order-documents.ts';

const COLUMNS = 48;

const actionWords: Record<OrderAction['action'], string> = {
  accept: 'Accepted by staff',
  readNote: 'Note ticked as read by staff',
  moveReadyTime: 'Ready time moved by staff',
  progress: 'Moved on by staff',
  checkAge: 'Age checked by staff',
  refuseAge: 'Refused by staff for age',
  regress: 'Moved back by staff',
  complete: 'Handed over and closed by staff',
  cancel: 'Cancelled by staff',
  refund: 'Refund asked for by staff',
};

/** What holds for every order here, for the customer's bank to read. */
const refundPolicy = [
  'The customer chooses, sees the whole price and confirms it before the card is authorised.',
  'The card is charged only when the order has been handed over. An order that is not accepted, is cancelled or expires is not charged.',
  'The outlet refunds a charged order in full or in part, to the same card, when the customer asks for it there. Refunds that were made are listed above.',
];

/** All that is known of a disputed order as one page, which needs nothing else and prints as it is. */
export function evidencePage(
  { id, amount, reason, openedAt }: Dispute,
  order: Order,
  outlet: Parameters<typeof customerReceipt>[1] & Pick<Outlet, 'email'>,
): string {
  const zone = zoneOf(outlet);
  const title = `Order ${order.orderNumber} of ${outlet.name}: evidence`;
  const receipt = customerReceipt(order, outlet, { vatNumber: '', vatBasisPoints: null, footer: '' });
  return `<!doctype html>
<html lang="en-GB"><head><meta charset="utf-8"><title>${escaped(title)}</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:46rem;margin:2rem auto;padding:0 1rem}pre{font:14px/1.35 monospace;white-space:pre-wrap}li{margin:.2rem 0}</style></head><body>
<h1>${escaped(title)}</h1>
${listOf([
  `Dispute ${id}, opened ${timeIn(openedAt, zone)}: ${reason.replaceAll('_', ' ')}`,
  `Disputed: ${formatPence(amount)} of ${formatPence(order.amount)}`,
  `Order ${order.id}, placed ${timeIn(order.createdAt, zone)} by ${order.customerName}${order.tableNumber ? `, table ${order.tableNumber}` : ''}`,
])}
<h2>Timeline</h2>
${listOf(timelineOf(order, zone))}
<h2>Receipt</h2>
<pre>${escaped(textOf(receipt))}</pre>
<h2>Kitchen ticket</h2>
<pre>${escaped(textOf(kitchenTicket(order, outlet.name, zone)))}</pre>
<h2>Refund policy</h2>
${listOf([...refundPolicy, contactOf(outlet)])}
</body></html>
`;
}

/** A dash where the server did not say it. */
const timeIn = (time: string, zone: string): string => (time === '' ? UNKNOWN : localTime(time, zone));

/**
 * Every time that is known of the order, oldest first, each with what happened. When its payment was taken is not: a
 * capture whose answer was lost is made after the order was closed.
 */
function timelineOf(order: Order, zone: string): string[] {
  const { cameBack = [] } = order.payment;
  const { actions = [] } = order;
  const times: [string | null | undefined, string][] = [
    [order.createdAt, 'Placed by the customer'],
    [order.receivedAt, 'Received at the outlet'],
    [order.alertedAt, 'Rung for at the outlet'],
    [order.seenAt, 'Opened by staff'],
    ...actions.map(({ action, at, screenName }): [string, string] => [
      at,
      `${actionWords[action]}${screenName === null ? '' : ` on ${screenName}`}`,
    ]),
    [actions.some(({ action }) => action === 'complete') ? null : order.completedAt, 'Closed'],
    ...[...order.payment.refunds, ...cameBack].map(({ createdAt, amount, reason }): [string, string] => [
      createdAt,
      `Refunded ${formatPence(amount)}${reason ? `: ${reason}` : ''}`,
    ]),
    ...cameBack.map(({ cameBackAt, amount }): [string, string] => [
      cameBackAt,
      `The refund of ${formatPence(amount)} came back: the customer’s bank did not take it`,
    ]),
  ];
  return times
    .flatMap(([at, what]) => (at ? [{ at, what }] : []))
    .toSorted((a, b) => Date.parse(a.at) - Date.parse(b.at))
    .map(({ at, what }) => `${localTime(at, zone)}  ${what}`);
}

function contactOf({ telephone, email }: Pick<Outlet, 'telephone' | 'email'>): string {
  const ways = [telephone, email].filter((way) => way !== '');
  return ways.length === 0
    ? 'Customers ask at the outlet.'
    : `Customers reach the outlet at ${ways.join(' or ')}.`;
}

function textOf(document: PrintDocument): string {
  return layOut(document, COLUMNS)
    .map(({ text, amount = '' }) =>
      amount === '' ? text : `${text.padEnd(COLUMNS - amount.length)}${amount}`,
    )
    .join('\n');
}

function listOf(lines: readonly string[]): string {
  return `<ul>${lines.map((line) => `<li>${escaped(line)}</li>`).join('')}</ul>`;
}

function escaped(text: string): string {
  const codes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  return text.replaceAll(/[&<>"]/g, (character) => codes[character] ?? '');
}
