import type { Order } from '#shared/api/orders.ts';
import { pence } from '#shared/base/money.ts';
import { v7 as newId } from 'uuid';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import { notFound, refuse, type Refusal } from '../../http/refusal.ts';
import type { Idempotency, RouteHandlers } from '../../http/serve.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { orderingOf } from '../../ordering/ordering-state.ts';
import { HOLD_MARGIN_MS } from './hold-end.ts';
import type { MenuCache } from './menu-cache.ts';
import { asPlaced, expiryAt, newOrderRow } from './new-order.ts';
import { whyNotTaken } from './not-taking.ts';
import { orderIntake } from './order-intake.ts';
import { orderOf, type OrderRow } from './order-row.ts';
import { findPlaced } from './place-order.ts';

/** How often an order is retried because its menu changed. */
const MOST_TRIES = 20;
const nothing = pence(0);

export type TestOrdersOptions = {
  database: Database;
  menus: MenuCache;
  live: LiveFeed;
  clock: Clock;
  orderExpiryMs: number;
};

/**
 * Test orders: written by the statement that writes all orders, sent to every screen, and worked on like any other.
 * They carry no money and take no number. One that nobody closes ends when it expires, even if it was accepted.
 */
export function testOrders(
  options: TestOrdersOptions,
): Pick<RouteHandlers, 'POST /sellers/outlets/:outletId/test-order'> {
  const { database, menus, live, clock, orderExpiryMs } = options;
  const intake = orderIntake(database, clock);

  async function isOwn(sellerId: string, outletId: string): Promise<boolean> {
    const row = await database.kysely
      .selectFrom('outlets')
      .select('id')
      .where('id', '=', outletId)
      .where('seller_id', '=', sellerId)
      .executeTakeFirst();
    return row !== undefined;
  }

  async function place(outletId: string, idempotency: Idempotency): Promise<Order | Refusal> {
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const menu = await menus.load(outletId);
      if (!menu?.facts.open || !menu.facts.catalog) return notTrading();
      const { facts, ordering } = menu;
      const now = clock.now();
      const notTaking = whyNotTaken(orderingOf(ordering, facts.open, now), now);
      if (notTaking) return notTaking;
      const { id: catalogId, revision, soldOutVersion } = menu.facts.catalog;
      const { serviceType, expiryMinutes } = facts;
      const row = testOrderRow(outletId, expiryAt(facts, orderExpiryMs), idempotency, now);
      const from = { catalogId, revision, soldOutVersion, serviceType, expiryMinutes };
      const written = await intake.write({ row, ...from });
      if (written === 'out-of-date') continue;
      const [earlier] =
        written === 'key-taken' ? await database.run<OrderRow>(findPlaced, [outletId, idempotency.key]) : [];
      if (earlier) return orderOf(asPlaced(earlier, orderExpiryMs));
      if (typeof written === 'string') continue;
      const order = orderOf(row);
      live.orderChanged(outletId, { order, seq: written.seq });
      return order;
    }
    return refuse(503, 'UNAVAILABLE', 'This menu is changing just now. Please try again.', { retryAfter: 1 });
  }

  return {
    async 'POST /sellers/outlets/:outletId/test-order'({ caller, params: { outletId }, idempotency }) {
      if (!(await isOwn(caller.id, outletId))) return notFound();
      const { key, requestHash } = idempotency ?? { key: newId(), requestHash: '' };
      // No customer's key has a space.
      return place(outletId, { key: `test ${key}`, requestHash });
    },
  };
}

function notTrading(): Refusal {
  return refuse(409, 'NOT_TRADING', 'Start trading first: a test order takes the way of a real one.');
}

function testOrderRow(outletId: string, expiryMs: number, idempotency: Idempotency, now: Date): OrderRow {
  const row = newOrderRow({
    id: newId(),
    outletId,
    body: {
      customerName: 'TEST',
      note: 'This is a test. Nothing is to be made.',
      items: [],
      paymentMethod: '',
    },
    tableNumber: null,
    priced: {
      items: [{ id: '1', name: 'Test item', quantity: 1, cost: nothing, modifications: [] }],
      tip: nothing,
      serviceCharge: nothing,
      amount: nothing,
      fees: [
        { kind: 'platform', amount: nothing },
        { kind: 'card', amount: nothing },
      ],
    },
    payment: { kind: 'decided', hold: { kind: 'authorised', reference: '' } },
    now,
    expiryMs,
    idempotency,
    placedFrom: '',
  });
  return {
    ...row,
    is_test: true,
    payment_reference: null,
    // Ends it as an order ends whose hold is over, however far it has come.
    capture_before: new Date(now.getTime() + expiryMs + HOLD_MARGIN_MS),
  };
}
