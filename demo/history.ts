import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Category, Item } from '#shared/api/catalogs.ts';
import type { PlaceOrderBody } from '#shared/api/guest-orders.ts';
import { pence } from '#shared/base/money.ts';
import { isCounted, statusGroups, type OrderStatus } from '#shared/base/order-statuses.ts';
import { priceList, priceOrder, type PriceList } from '#shared/catalogs/pricing.ts';
import type {
  LedgerEntriesTable,
  LedgerTransactionsTable,
  OrdersTable,
  RefundsTable,
  TradingSessionsTable,
} from '../server/database/schema.ts';
import { captureBooking, refundBooking, type Booking } from '../server/features/orders/ledger.ts';
import { pick } from './pick.ts';

export type PastSession = {
  session: Insertable<TradingSessionsTable>;
  orders: Insertable<OrdersTable>[];
  refunds: Insertable<RefundsTable>[];
  transactions: Insertable<LedgerTransactionsTable>[];
  entries: Insertable<LedgerEntriesTable>[];
};

const minute = 60_000;
const names = [
  'Aisha',
  'Ben & Jo',
  'Carys Pryce-Llewellyn',
  'Dan',
  'Ellie',
  'Farouk',
  'Grace O’Malley',
  'Harriet',
];

/** One finished evening of an outlet, with orders of every ending, as the server would have stored it. */
export function pastSession(
  outletId: string,
  menu: Category[],
  startedAt: Date,
  orderCount: number,
): PastSession {
  const lengthMs = 5 * 60 * minute;
  const sessionId = randomUUID();
  const items = menu.flatMap(({ id, name, list }) => list.map((item) => ({ item, category: { id, name } })));
  const prices = priceList(menu);
  /** Who works this evening is quicker or slower than usual. */
  const pace = 0.9 + 0.2 * Math.random();
  const orders = Array.from({ length: orderCount }, (_, index) =>
    pastOrder({
      outletId,
      sessionId,
      orderNumber: index + 1,
      // The last one is closed before the finish.
      createdAt: new Date(
        startedAt.getTime() + ((lengthMs - 40 * minute) * (index + Math.random())) / orderCount,
      ),
      items,
      prices,
      pace,
    }),
  );
  const finishedAt = new Date(startedAt.getTime() + lengthMs);
  const settled = orders.filter((order) => statusGroups.settled.has(order.status));
  const refunds = settled.flatMap((order) => refundOf(order, finishedAt));
  const bookings = [
    ...settled.map((order) => [order.id, captureBooking(order, order.completed_at as Date)] as const),
    ...refunds.map((refund) => [refund.order_id, refundBooking(refund, refund.settled_at)] as const),
  ].flatMap(([orderId, booking]) => (booking ? [{ orderId, booking }] : []));
  return {
    session: {
      id: sessionId,
      outlet_id: outletId,
      started_at: startedAt,
      finished_at: finishedAt,
      number_of_orders: orders.filter((order) => isCounted(order.status)).length,
      total_earnings: settled.reduce((total, order) => total + order.amount - (order.refunded ?? 0), 0),
    },
    orders,
    refunds,
    transactions: bookings.map(({ orderId, booking: { id, kind, at } }) => ({
      id,
      kind,
      at,
      order_id: orderId,
      outlet_id: outletId,
      trading_session_id: sessionId,
      after_finish: false,
    })),
    entries: bookings.flatMap(({ orderId, booking }) => entriesOf(booking, orderId, outletId)),
  };
}

/** A refund in its session; none for an order that was not refunded. */
function refundOf({ id, refunded, completed_at: closedAt }: Insertable<OrdersTable>, finishedAt: Date) {
  if (!refunded) return [];
  const at = new Date(Math.min((closedAt as Date).getTime() + 10 * minute, finishedAt.getTime()));
  return [
    {
      id: randomUUID(),
      order_id: id,
      amount: refunded,
      reason: 'Dish was not as it should be',
      created_at: at,
      settled_at: at,
    },
  ];
}

function entriesOf({ id, at, amounts }: Booking, orderId: string, outletId: string) {
  return Object.entries(amounts).map(([account, amount]) => ({
    transaction_id: id,
    account: account as LedgerEntriesTable['account'],
    order_id: orderId,
    outlet_id: outletId,
    amount,
    created_at: at,
  }));
}

type Sold = { item: Item; category: Pick<Category, 'id' | 'name'> };
type PastOrder = {
  outletId: string;
  sessionId: string;
  orderNumber: number;
  createdAt: Date;
  items: Sold[];
  prices: PriceList;
  pace: number;
};

function pastOrder({
  outletId,
  sessionId,
  orderNumber,
  createdAt,
  items,
  prices,
  pace,
}: PastOrder): Insertable<OrdersTable> {
  const status = ending();
  const sold = Array.from({ length: 1 + Math.floor(Math.random() * 4) }, () => pick(items));
  const basket = { items: sold.map(lineOf), tip: pence(Math.random() < 0.3 ? 200 : 0) };
  const priced = priceOrder(prices, basket, createdAt, () => randomUUID());
  if ('fields' in priced) throw new Error(`The demo's menu cannot be sold: ${JSON.stringify(priced.fields)}`);
  const { items: lines, amount, serviceCharge, tip, fees } = priced;
  const [platformFee, cardFee] = fees;
  const closed = statusGroups.settled.has(status);
  const after = (minutes: number) => new Date(createdAt.getTime() + minutes * minute);
  const accepted = 0.2 + 1.3 * Math.random();
  const made = sold.map(({ category }) => accepted + minutesFor(category.name, pace));
  const ready = Math.max(...made);
  const endedAt =
    status === 'deliver_expired' ? after(10) : after(closed ? ready + 1 + 6 * Math.random() : 3);
  return {
    id: randomUUID(),
    outlet_id: outletId,
    trading_session_id: sessionId,
    order_number: orderNumber,
    status,
    version: closed ? 6 : 2,
    table_number: String(1 + Math.floor(Math.random() * 24)),
    customer_name: pick(names),
    note: Math.random() < 0.15 ? 'No onions, please' : null,
    items: JSON.stringify(lines),
    item_status: JSON.stringify(
      lines.map(({ id }, at) =>
        closed ? { id, status: 'complete', readyAt: after(made[at] ?? 0) } : { id, status: 'waiting' },
      ),
    ),
    amount,
    service_charge: serviceCharge,
    tip,
    platform_fee: platformFee.amount,
    card_fee: cardFee.amount,
    refunded: status === 'refunded' ? amount : pence(0),
    refund_reserved: pence(0),
    created_at: createdAt,
    accepted_at: closed ? after(accepted) : null,
    ready_at: closed ? after(ready) : null,
    expires_at: null,
    completed_at: closed ? endedAt : null,
    ended_at: endedAt,
    cancel_reason: status === 'deliver_aborted' ? 'Kitchen closed' : null,
    cancelled_from: status === 'deliver_aborted' ? 'deliver_pending' : null,
  };
}

/** How long it takes until a line of these categories is made; sometimes somebody forgets it. */
const usualMinutes: Record<string, number> = {
  'Small plates': 9,
  Mains: 13,
  'Sunday roasts': 11,
  Children: 10,
  Puddings: 7,
};
const DRINK = 3;

function minutesFor(category: string, pace: number): number {
  const usual = usualMinutes[category] ?? DRINK;
  return usual * pace * (0.85 + 0.35 * Math.random()) + (Math.random() < 0.04 ? 4 + 3 * Math.random() : 0);
}

function ending(): OrderStatus {
  const chance = Math.random();
  if (chance < 0.05) return 'deliver_aborted';
  if (chance < 0.08) return 'deliver_expired';
  if (chance < 0.12) return 'refunded';
  return 'complete';
}

function lineOf({ item }: Sold): PlaceOrderBody['items'][number] {
  return {
    itemId: item.id,
    quantity: 1 + Math.floor(Math.random() * 2),
    modifications: item.modifiers
      .filter((modifier) => modifier.kind === 'pickOne')
      .map(({ id: modifierId, list }) => ({ modifierId, option: pick(list).name })),
  };
}
