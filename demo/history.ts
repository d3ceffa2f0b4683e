import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Category, Item } from '#shared/api/catalogs.ts';
import type { OrderItem } from '#shared/api/orders.ts';
import { feesFor, serviceChargeFor } from '#shared/base/fees.ts';
import { pence, sumPence } from '#shared/base/money.ts';
import { isCounted, statusGroups, type OrderStatus } from '#shared/base/order-statuses.ts';
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
  const items = menu.flatMap((category) => category.list);
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

type PastOrder = { outletId: string; sessionId: string; orderNumber: number; createdAt: Date; items: Item[] };

function pastOrder({
  outletId,
  sessionId,
  orderNumber,
  createdAt,
  items,
}: PastOrder): Insertable<OrdersTable> {
  const status = ending();
  const lines = Array.from({ length: 1 + Math.floor(Math.random() * 4) }, () => lineOf(pick(items)));
  const itemsTotal = pence(
    lines.reduce((total, { quantity, cost, modifications }) => {
      return total + quantity * (cost + sumPence(modifications.map((modification) => modification.cost)));
    }, 0),
  );
  const serviceCharge = serviceChargeFor(itemsTotal);
  const tip = pence(Math.random() < 0.3 ? 200 : 0);
  const amount = pence(itemsTotal + serviceCharge + tip);
  const [platformFee, cardFee] = feesFor(amount);
  const closed = statusGroups.settled.has(status);
  const after = (minutes: number) => new Date(createdAt.getTime() + minutes * minute);
  const endedAt = status === 'deliver_expired' ? after(10) : after(closed ? 12 + Math.random() * 25 : 3);
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
    item_status: JSON.stringify(lines.map(({ id }) => ({ id, status: closed ? 'complete' : 'waiting' }))),
    amount,
    service_charge: serviceCharge,
    tip,
    platform_fee: platformFee.amount,
    card_fee: cardFee.amount,
    refunded: status === 'refunded' ? amount : pence(0),
    refund_reserved: pence(0),
    created_at: createdAt,
    accepted_at: closed ? after(1) : null,
    expires_at: null,
    completed_at: closed ? endedAt : null,
    ended_at: endedAt,
    cancel_reason: status === 'deliver_aborted' ? 'Kitchen closed' : null,
    cancelled_from: status === 'deliver_aborted' ? 'deliver_pending' : null,
  };
}

function ending(): OrderStatus {
  const chance = Math.random();
  if (chance < 0.05) return 'deliver_aborted';
  if (chance < 0.08) return 'deliver_expired';
  if (chance < 0.12) return 'refunded';
  return 'complete';
}

function lineOf(item: Item): OrderItem {
  return {
    id: randomUUID(),
    name: item.name,
    quantity: 1 + Math.floor(Math.random() * 2),
    cost: item.cost,
    modifications: item.modifiers
      .filter((modifier) => modifier.kind === 'pickOne')
      .map((modifier) => pick(modifier.list))
      .map(({ name, cost }) => ({ name, cost })),
  };
}
