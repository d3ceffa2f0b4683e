import { randomUUID } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { Category, Item } from '#shared/api/catalogs.ts';
import type { OrderItem } from '#shared/api/orders.ts';
import { feesFor, serviceChargeFor } from '#shared/base/fees.ts';
import { pence, sumPence } from '#shared/base/money.ts';
import { isCounted, statusGroups, type OrderStatus } from '#shared/base/order-statuses.ts';
import type { OrdersTable, RefundsTable, TradingSessionsTable } from '../server/database/schema.ts';
import { pick } from './pick.ts';

export type PastSession = {
  session: Insertable<TradingSessionsTable>;
  orders: Insertable<OrdersTable>[];
  refunds: Insertable<RefundsTable>[];
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
      createdAt: new Date(startedAt.getTime() + (lengthMs * (index + Math.random())) / (orderCount + 2)),
      items,
    }),
  );
  const refunds = orders
    .filter((order) => order.refunded)
    .map((order) => ({
      id: randomUUID(),
      order_id: order.id,
      amount: order.refunded ?? pence(0),
      reason: 'Dish was not as it should be',
      created_at: new Date((order.completed_at as Date).getTime() + 10 * minute),
    }));
  const settled = orders.filter((order) => statusGroups.settled.has(order.status));
  return {
    session: {
      id: sessionId,
      outlet_id: outletId,
      started_at: startedAt,
      finished_at: new Date(startedAt.getTime() + lengthMs),
      number_of_orders: orders.filter((order) => isCounted(order.status)).length,
      total_earnings: settled.reduce((total, order) => total + order.amount - (order.refunded ?? 0), 0),
    },
    orders,
    refunds,
  };
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
