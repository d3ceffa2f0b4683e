import type { Order, OrderItem, Refund } from '../api/orders.ts';
import type { Outlet } from '../api/outlets.ts';
import { lineAllergensText } from '../base/allergens.ts';
import { sumPence, type Pence } from '../base/money.ts';
import { vatIn, vatRule } from '../base/vat.ts';
import { zoneOf } from '../base/time-zones.ts';
import { cardWords } from '../orders/card-words.ts';
import { combinedLines } from '../orders/combined-lines.ts';
import { optionText } from '../orders/option-text.ts';
import { lineTotal, orderTitle } from '../orders/reading.ts';
import { linesText } from '../orders/refunded-lines.ts';
import { isOnLiveList } from '../base/order-statuses.ts';
import { leftAfter } from '../close/movements.ts';
import { salesOf } from '../close/order-sales.ts';
import { clip, type Block, type PrintDocument } from './document.ts';
import type { ReceiptSettings } from './print-settings.ts';
import { printedClock, printedTime } from './times.ts';

/**
 * The kitchen's ticket: number and table large, the note white on black, no prices, identical lines as one. Where one till prints for several
 * outlets, it begins with the outlet's name: two of them may have an order of the same number.
 */
export function kitchenTicket(
  order: Order,
  outletName: string | null = null,
  zone?: string,
  part: TicketPart = { title: '', items: order.items, elsewhere: [] },
): PrintDocument {
  const count = part.items.reduce((total, { quantity }) => total + quantity, 0);
  return {
    kind: 'ticket',
    zone,
    blocks: [
      // The ticket of an order that was called off must not be cooked.
      ...when(!isOnLiveList(order.status), { kind: 'mark', text: orderTitle(order).toUpperCase() }),
      ...testMark(order),
      ...when(outletName !== null, { kind: 'title', text: clip(outletName ?? '') }),
      ...when(part.title !== '', { kind: 'title', text: clip(part.title) }),
      { kind: 'headline', left: markOf(order), right: placeOf(order) },
      { kind: 'text', text: clip(`${printedClock(order.createdAt, zone)}  ${order.customerName}`) },
      ...readyTimeOf(order, zone),
      ...noteOf(order),
      { kind: 'rule' },
      ...combinedLines(part.items).map((line) => itemBlock(line, null)),
      { kind: 'rule' },
      { kind: 'text', text: count === 1 ? '1 item' : `${count} items` },
      ...part.elsewhere.flatMap(elsewhereBlocks),
    ],
  };
}

/** What of an order one station's ticket has, and what others make of it; `title` names the station. */
export type TicketPart = {
  title: string;
  items: readonly OrderItem[];
  elsewhere: readonly { name: string; items: readonly OrderItem[] }[];
};

/** Only what the cook must know to send everything out together. */
function elsewhereBlocks({ name, items }: TicketPart['elsewhere'][number]): Block[] {
  const lines = combinedLines(items).map((line) => `${line.quantity} x ${line.name}`);
  return [{ kind: 'text', text: clip(`Made at ${name}: ${lines.join(', ')}`) }];
}

/** The customer's receipt: all that was paid and given back, and who took it. */
export function customerReceipt(
  order: Order,
  outlet: Pick<
    Outlet,
    'name' | 'telephone' | 'lineOne' | 'lineTwo' | 'city' | 'county' | 'postcode' | 'timeZone' | 'vatNumber'
  >,
  settings: ReceiptSettings,
): PrintDocument {
  const { name, lineOne, lineTwo, city, county, postcode, telephone } = outlet;
  const zone = zoneOf(outlet);
  const items = sumPence(order.items.map(lineTotal));
  const address = [lineOne, lineTwo, [city, county].filter(Boolean).join(', '), postcode, telephone];
  const { refunds } = order.payment;
  return {
    kind: 'receipt',
    zone,
    blocks: [
      { kind: 'title', text: clip(name) },
      ...testMark(order),
      ...address.filter(Boolean).map((text): Block => ({ kind: 'text', text: clip(text), centred: true })),
      { kind: 'rule' },
      { kind: 'headline', left: markOf(order), right: placeOf(order) },
      { kind: 'text', text: clip(`${printedTime(order.createdAt, zone)}  ${order.customerName}`) },
      { kind: 'rule' },
      ...order.items.map((line) => itemBlock(line, lineTotal(line))),
      { kind: 'rule' },
      { kind: 'amount', label: 'Items', pence: items },
      ...when(order.serviceCharge > 0, amount('Small order fee', order.serviceCharge)),
      ...when(order.tip > 0, amount('Tip', order.tip)),
      amount('Total', order.amount, true),
      ...refunds.flatMap((refund) => refundBlocks(refund, zone)),
      ...when(refunds.length > 0, amount('Paid after refunds', order.amount - order.refunded, true)),
      ...vatBlocks(order, vatSettings(outlet, settings)),
      { kind: 'rule' },
      { kind: 'text', text: paidBy(order), centred: true },
      ...when(settings.footer !== '', { kind: 'text', text: clip(settings.footer), centred: true }),
    ],
  };
}

/** The outlet's own VAT number, or else what the till was told to print. */
function vatSettings({ vatNumber = '' }: Pick<Outlet, 'vatNumber'>, settings: ReceiptSettings) {
  return { ...settings, vatNumber: vatNumber || settings.vatNumber };
}

/**
 * The VAT in what was paid and not given back, a line for each rate: the one that was sold at, or else the till's. The
 * small order fee is taxed like what it was charged on, in proportion; a tip bears none. Nothing is printed if nothing was
 * charged, or if no rate was ever set.
 */
function vatBlocks(order: Order, { vatNumber, vatBasisPoints }: ReceiptSettings): Block[] {
  const sales = salesOf(order, vatBasisPoints === null ? null : vatBasisPoints / 100);
  const rates = sales.flatMap(({ rate }) => rate ?? []);
  if (isUncharged(order) || (vatNumber === '' && rates.length === 0)) return [];
  const left = leftAfter({ sales, tip: order.tip }, refundsOf(order)).sales;
  const grossAt = (rate: number) => left.find((at) => at.rate === rate)?.gross ?? 0;
  const label = order.payment.refunds.length > 0 ? 'VAT after refunds at' : 'VAT included at';
  return [
    { kind: 'rule' },
    ...when(vatNumber !== '', { kind: 'text', text: clip(`VAT No. ${vatNumber}`) }),
    ...rates.map((rate) => amount(`${label} ${rate}%`, vatIn({ rate, gross: grossAt(rate) }))),
    ...when(rates.length > 0, { kind: 'text', text: vatRule }),
  ];
}

/** What refunds took and what of them came back, as they followed each other in the ledger. */
function refundsOf({ payment: { refunds, cameBack = [] } }: Order): number[] {
  const moves = [...refunds, ...cameBack].map((refund) => ({ at: madeAt(refund), money: 0 - refund.amount }));
  const returns = cameBack.map((refund) => ({
    // A server's clock may have been set back meanwhile.
    at: refund.cameBackAt > madeAt(refund) ? refund.cameBackAt : madeAt(refund),
    money: refund.amount,
  }));
  return [...moves, ...returns]
    .toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at))
    .map(({ money }) => money);
}

const madeAt = ({ createdAt, settledAt = createdAt }: Refund): string => settledAt;

function refundBlocks(refund: Refund, zone: string): Block[] {
  const lines = linesText(refund);
  return [
    amount(`Refund ${printedTime(refund.createdAt, zone)}`, 0 - refund.amount),
    ...when(lines !== '', { kind: 'text', text: clip(lines) }),
  ];
}

/** A test, an order that was called off, and one whose hold ended before the money was taken. */
function isUncharged({ status, isTest, payment }: Order): boolean {
  return isTest === true || payment.lost === true || !isOnLiveList(status);
}

/** Of an order that was called off, somebody has taken a part of the money at the card provider itself. */
function isPartlyTaken({ status, isTest, payment }: Order): boolean {
  return isTest !== true && payment.lost !== true && !isOnLiveList(status) && payment.captureError !== null;
}

function paidBy(order: Order): string {
  const { status, payment } = order;
  if (isUncharged(order)) return isPartlyTaken(order) ? 'A part was charged' : 'Nothing was charged';
  const card = payment.card ? `: ${cardWords(payment.card)}` : '';
  return status === 'complete' || status === 'refunded' ? `Paid by card${card}` : `Card authorised${card}`;
}

function itemBlock(item: OrderItem, total: Pence | null): Block {
  return {
    kind: 'item',
    quantity: item.quantity,
    name: clip(item.ageRestricted ? `${item.name} (18+)` : item.name),
    modifications: item.modifications.map((modification) => clip(optionText(modification))),
    ...(item.modifications.some(({ modifier }) => modifier !== undefined) && { asked: true }),
    contains: lineAllergensText(item),
    amount: total,
  };
}

function markOf({ orderNumber, isTest }: Order): string {
  return isTest ? 'TEST' : `#${orderNumber}`;
}

/** Nobody must take a test's sheet for an order. */
function testMark({ isTest }: Order): Block[] {
  return when(isTest === true, { kind: 'mark', text: 'TEST' });
}

/** What its guest was promised last; a ticket that is printed before the order is accepted says nothing of it. */
function readyTimeOf({ promises }: Order, zone: string | undefined): Block[] {
  const last = promises?.at(-1);
  return last ? [{ kind: 'headline', left: 'READY', right: printedClock(last.readyBy, zone) }] : [];
}

function noteOf({ note }: Order): Block[] {
  return note ? [{ kind: 'note', text: clip(note) }] : [];
}

function placeOf({ tableNumber }: Order): string {
  return tableNumber ? `Table ${clip(tableNumber, 40)}` : 'Collect';
}

function amount(label: string, value: number, strong = false): Block {
  return { kind: 'amount', label, pence: value, strong };
}

function when(wanted: boolean, block: Block): Block[] {
  return wanted ? [block] : [];
}
