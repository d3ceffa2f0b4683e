import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Order, PlaceOrderBody } from '#shared/api/orders.ts';
import { priceOrder, type PricedOrder } from '#shared/catalogs/pricing.ts';
import { pence } from '#shared/money.ts';
import { applyCommand, type OrderCommand, type OrderState } from '#shared/orders/machine.ts';
import { v7 as newId } from 'uuid';
import type { Clock } from '../../clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { notFound, refuse, type Refusal } from '../../http/refusal.ts';
import type { Idempotency } from '../../http/serve.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import type { HoldOutcome, PaymentProvider } from '../../payments/payment-provider.ts';
import type { MenuCache, MenuFacts } from './menu-cache.ts';
import { orderIntake, type NotWritten } from './order-intake.ts';
import { orderOf, type OrderRow } from './order-row.ts';
import { keyReused } from './transition.ts';

const noPence = pence(0);

const findPlaced: Statement = {
  name: 'find_placed',
  sql: 'select * from orders where outlet_id = $1 and idempotency_key = $2',
};

/** How often a menu may change under one order before it is sent away. */
const MOST_TRIES = 20;

export type Placed = { order: Order; trackingToken: string };
export type PlaceOrderOptions = {
  database: Database;
  menus: MenuCache;
  payments: PaymentProvider | null;
  live: LiveFeed;
  clock: Clock;
  orderExpiryMs: number;
  secret: string;
};

/** The token that lets a customer follow one order; nothing is stored of it. */
export function trackingTokens(secret: string) {
  const tokenOf = (orderId: string) =>
    createHmac('sha256', secret).update(`track:${orderId}`).digest('base64url');
  return {
    tokenOf,
    matches(orderId: string, token: string): boolean {
      const expected = Buffer.from(tokenOf(orderId));
      const given = Buffer.from(token);
      return given.length === expected.length && timingSafeEqual(given, expected);
    },
  };
}

export function placeOrders(options: PlaceOrderOptions) {
  const { database, menus, payments, live, clock, orderExpiryMs } = options;
  const { tokenOf } = trackingTokens(options.secret);
  const intake = orderIntake(database);

  return async function placeOrder(
    outletId: string,
    body: PlaceOrderBody,
    idempotency: Idempotency,
  ): Promise<Placed | Refusal> {
    if (!payments)
      return refuse(503, 'PAYMENTS_NOT_CONFIGURED', 'This outlet cannot take payments yet.', {
        retryAfter: 3600,
      });
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const facts = attempt === 0 ? await menus.remembered(outletId) : await menus.load(outletId);
      const result = facts ? await tryWith(facts, outletId, body, idempotency, payments) : notFound();
      if (result === 'out-of-date') continue;
      if (typeof result === 'object' && 'order' in result) return result;
      const earlier = await placedBefore(outletId, idempotency);
      if (earlier) return earlier;
      // A refusal from what is remembered may be out of date; only what was read just now is final.
      if (result !== 'key-taken' && attempt > 0) return result;
    }
    return refuse(503, 'UNAVAILABLE', 'This menu is changing just now. Please try again.', { retryAfter: 1 });
  };

  async function tryWith(
    facts: MenuFacts,
    outletId: string,
    body: PlaceOrderBody,
    idempotency: Idempotency,
    provider: PaymentProvider,
  ): Promise<Placed | Refusal | NotWritten> {
    const { catalog, serviceType } = facts;
    if (!facts.open || !catalog) return closed();
    const now = clock.now();
    const tableNumber = body.tableNumber || null;
    if (serviceType === 'table-number' && tableNumber === null)
      return unsellable({ tableNumber: 'Please give your table number.' });
    const priced = priceOrder(catalog.prices, body, now, (index) => String(index + 1));
    if ('fields' in priced) return unsellable(priced.fields);

    const id = newId();
    const hold = provider.hold({ orderId: id, amount: priced.amount, method: body.paymentMethod });
    if (hold.kind === 'unknown-method')
      return unsellable({ paymentMethod: 'This way of paying is not known here.' });
    const row = newRow(id, outletId, body, tableNumber, priced, hold, now, idempotency);
    const placed = await intake.write({
      row,
      catalogId: catalog.id,
      revision: catalog.revision,
      soldOutVersion: catalog.soldOutVersion,
      serviceType,
    });
    if (typeof placed === 'string') return placed;
    const order = orderOf({ ...row, order_number: placed.order_number });
    if (row.status === 'deliver_pending') live.orderChanged(outletId, { order, seq: placed.seq });
    return { order, trackingToken: tokenOf(id) };
  }

  /** The first reply to the same key, as it was (D10). */
  async function placedBefore(
    outletId: string,
    { key, requestHash }: Idempotency,
  ): Promise<Placed | Refusal | null> {
    const [row] = await database.run<OrderRow>(findPlaced, [outletId, key]);
    if (!row) return null;
    if (row.idempotency_hash !== requestHash) return keyReused();
    return { order: orderOf(asPlaced(row)), trackingToken: tokenOf(row.id) };
  }

  function newRow(
    id: string,
    outletId: string,
    body: PlaceOrderBody,
    tableNumber: string | null,
    priced: PricedOrder,
    hold: Exclude<HoldOutcome, { kind: 'unknown-method' }>,
    now: Date,
    idempotency: Idempotency,
  ): OrderRow {
    const [platformFee, cardFee] = priced.fees;
    const itemStatus = priced.items.map((line) => ({ id: line.id, status: 'waiting' as const }));
    const { status } = afterPayment(
      { status: 'payment_pending', itemStatus, amount: priced.amount, refunded: noPence },
      hold,
    );
    return {
      id,
      outlet_id: outletId,
      trading_session_id: '',
      order_number: 0,
      status,
      version: 1,
      table_number: tableNumber,
      customer_name: body.customerName,
      note: body.note?.trim() || null,
      items: priced.items,
      item_status: itemStatus,
      amount: priced.amount,
      service_charge: priced.serviceCharge,
      tip: priced.tip,
      platform_fee: platformFee.amount,
      card_fee: cardFee.amount,
      refunded: noPence,
      payment_reference: hold.kind === 'authorised' ? hold.reference : null,
      capture_error: null,
      payment_attempts: 0,
      payment_due_at: null,
      created_at: now,
      accepted_at: null,
      expires_at: status === 'deliver_pending' ? new Date(now.getTime() + orderExpiryMs) : null,
      completed_at: null,
      ended_at: null,
      cancel_reason: null,
      cancelled_from: null,
      idempotency_key: idempotency.key,
      idempotency_hash: idempotency.requestHash,
    };
  }

  function asPlaced(row: OrderRow): OrderRow {
    const paid = row.status !== 'payment_failure';
    return {
      ...row,
      status: paid ? 'deliver_pending' : row.status,
      version: 1,
      item_status: row.item_status.map(({ id }) => ({ id, status: 'waiting' })),
      refunded: noPence,
      capture_error: null,
      accepted_at: null,
      expires_at: paid ? new Date(row.created_at.getTime() + orderExpiryMs) : null,
      completed_at: null,
      ended_at: null,
      cancel_reason: null,
      cancelled_from: null,
    };
  }
}

/** Walks a new order through its payment with the order machine, since the provider has decided already. */
function afterPayment(order: OrderState, hold: HoldOutcome): OrderState {
  const last: OrderCommand = { kind: hold.kind === 'authorised' ? 'paymentAuthorised' : 'paymentFailed' };
  const steps: OrderCommand[] = [{ kind: 'paymentCreated' }, { kind: 'paymentWorking' }, last];
  return steps.reduce((state, step) => {
    const moved = applyCommand(state, step);
    if (moved.kind !== 'moved') throw new Error(`A new order did not take ${step.kind}`);
    return moved.next;
  }, order);
}

function closed(): Refusal {
  return refuse(409, 'OUTLET_CLOSED', 'This outlet is not taking orders just now.');
}

function unsellable(fields: Record<string, string>): Refusal {
  return refuse(422, 'ORDER_NOT_POSSIBLE', Object.values(fields)[0] ?? 'This cannot be ordered.', { fields });
}
