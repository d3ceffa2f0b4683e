import type { PlaceOrderBody } from '#shared/api/guest-orders.ts';
import type { Order } from '#shared/api/orders.ts';
import { v7 as newId } from 'uuid';
import type { Clock } from '../../core/clock.ts';
import type { Database, Statement } from '../../database/database.ts';
import { isGivenUp } from '../../ordering/given-up.ts';
import { orderingOf } from '../../ordering/ordering-state.ts';
import { signedTables } from '../../ordering/signed-tables.ts';
import { trackingTokens } from '../../ordering/tracking-tokens.ts';
import { keyReused, notFound, refuse, Refusal } from '../../http/refusal.ts';
import type { Idempotency } from '../../http/serve.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import type { InProcessProvider, PaymentProvider } from '../../payments/payment-provider.ts';
import type { CurrentMenu, MenuCache } from './menu-cache.ts';
import { toldOtherwise, type ChosenFrom } from './chosen-from.ts';
import { giveKeyUp } from './given-up-orders.ts';
import { asPlaced, expiryAt, newOrderRow, type NewOrder } from './new-order.ts';
import type { OrderHolds } from './order-holds.ts';
import type { OrderLimits, Placing } from './order-limits.ts';
import { namedTable } from './named-table.ts';
import { whyNotTaken } from './not-taking.ts';
import { orderIntake, type NotWritten, type Placement } from './order-intake.ts';
import { orderOf, type OrderRow } from './order-row.ts';
import { closed, isTooMany, notPayable, notPlaced, unsellable } from './placing-refusals.ts';
import { pricedNow } from './priced-now.ts';

/** The order that was placed at an outlet with a key. */
export const findPlaced: Statement = {
  name: 'find_placed',
  sql: 'select * from orders where outlet_id = $1 and idempotency_key = $2',
};

/** How often an order is retried because its menu changed. */
const MOST_TRIES = 20;

/**
 * How long the request that wrote an unpaid order may ask for its hold before a chore does: its server may have died.
 */
const HOLD_LEASE_MS = 10_000;

export type Placed = {
  order: Order;
  trackingToken: string;
  /** What the customer's app shows their bank, if it asks for confirmation (3-D Secure). */
  clientSecret?: string;
};
/** What a guest asks for; null if the order does not say which menu it was chosen from. */
type Asked = { body: PlaceOrderBody; idempotency: Idempotency; chosenFrom: ChosenFrom | null };
export type PlaceOrderOptions = {
  database: Database;
  menus: MenuCache;
  payments: PaymentProvider | null;
  holds: OrderHolds;
  limits: OrderLimits;
  /** A keyed hash of the customer's network. */
  hashedNetwork(network: string): string;
  live: LiveFeed;
  clock: Clock;
  orderExpiryMs: number;
  secret: string;
};

export function placeOrders(options: PlaceOrderOptions) {
  const { database, menus, payments, holds, limits, live, clock, orderExpiryMs } = options;
  const { tokenOf } = trackingTokens(options.secret);
  const tables = signedTables(options.secret);
  const intake = orderIntake(database, clock);
  const whyLookAgain = toldOtherwise(database);

  async function place(outletId: string, asked: Asked, network: string): Promise<Placed | Refusal> {
    const placedFrom = options.hashedNetwork(network);
    for (let attempt = 0; attempt < MOST_TRIES; attempt += 1) {
      const menu = attempt === 0 ? await menus.remembered(outletId) : await menus.load(outletId);
      const result = menu ? await tryWith(menu, outletId, asked, placedFrom) : notFound();
      if (result === 'out-of-date') continue;
      if (typeof result === 'object' && 'order' in result) return result;
      const earlier = await placedBefore(outletId, asked.idempotency);
      if (earlier) return earlier;
      // A refusal based on cached facts may be out of date, so only one based on a fresh read is final.
      if (result !== 'key-taken' && (attempt > 0 || isTooMany(result))) return result;
    }
    return refuse(503, 'UNAVAILABLE', 'This menu is changing just now. Please try again.', { retryAfter: 1 });
  }

  async function tryWith(
    menu: CurrentMenu,
    outletId: string,
    { body, idempotency, chosenFrom }: Asked,
    placedFrom: string,
  ): Promise<Placed | Refusal | NotWritten> {
    if (!payments) return notPayable();
    const { facts, ordering } = menu;
    const { catalog, serviceType, expiryMinutes } = facts;
    if (!facts.open || !catalog) return closed();
    const now = clock.now();
    const notTaking = whyNotTaken(orderingOf(ordering, facts.open, now), now);
    if (notTaking) return notTaking;
    const named = namedTable(tables, { outletId, body, serviceType });
    if ('fields' in named) return unsellable(named.fields);
    const priced = pricedNow(menu, catalog, body, now);
    if (priced instanceof Refusal) return priced;
    const whyNot = async (placing: Placing) => whyLookAgain(placing, chosenFrom, catalog, body, priced.items);

    const order = {
      id: newId(),
      outletId,
      body,
      tableNumber: named.table,
      priced,
      now,
      expiryMs: expiryAt(facts, orderExpiryMs),
      idempotency,
      placedFrom,
    };
    const { id: catalogId, revision, soldOutVersion } = catalog;
    const from = { catalogId, revision, soldOutVersion, serviceType, expiryMinutes };
    const provider = payments;
    if (provider.decides === 'in-process') {
      const placing = { placedFrom, outletId, card: null };
      return limits.inTurn(
        placing,
        async (declinedLately) =>
          (await whyNot(placing)) ?? placeAtOnce(provider, order, from, declinedLately ? placing : null),
      );
    }
    const placing = { placedFrom, outletId, card: body.paymentMethod };
    return limits.inTurn(
      placing,
      async () =>
        (await limits.tooManyWaiting(placing)) ??
        (await whyNot(placing)) ??
        placeAndAsk(facts.paymentAccount, order, from),
    );
  }

  /** The provider's answer is known before anything is written, so one statement is enough. */
  async function placeAtOnce(
    provider: InProcessProvider,
    order: Omit<NewOrder, 'payment'>,
    from: Omit<Placement, 'row'>,
    /** Whose declines a paid order takes points off, if there are any. */
    owing: Placing | null,
  ): Promise<Placed | Refusal | NotWritten> {
    const { id, outletId, body, priced, placedFrom } = order;
    const hold = provider.hold({ orderId: id, amount: priced.amount, method: body.paymentMethod });
    if (hold.kind === 'unknown-method')
      return unsellable({ paymentMethod: 'This way of paying is not known here.' });
    const row = newOrderRow({ ...order, payment: { kind: 'decided', hold } });
    const placed = await intake.write({ row, ...from });
    if (typeof placed === 'string') return placed;
    const shown = orderOf({ ...row, order_number: placed.order_number });
    if (row.status === 'deliver_pending') live.orderChanged(outletId, { order: shown, seq: placed.seq });
    if (row.status !== 'deliver_pending') await limits.declined({ placedFrom, outletId, card: null });
    else if (owing) await limits.paid(owing);
    return { order: shown, trackingToken: tokenOf(id) };
  }

  /** Writes the order before the provider is asked, so that it is found again whatever happens in between. */
  async function placeAndAsk(
    account: string | null,
    order: Omit<NewOrder, 'payment'>,
    from: Omit<Placement, 'row'>,
  ): Promise<Placed | Refusal | NotWritten> {
    if (account === null) return notPayable();
    const dueAt = new Date(order.now.getTime() + HOLD_LEASE_MS);
    const row = newOrderRow({ ...order, payment: { kind: 'to-be-asked', account, dueAt } });
    const written = await intake.write({ row, ...from });
    if (typeof written === 'string') return written;
    const { trading_session_id, portions_taken } = written;
    return settled({ ...row, trading_session_id, portions_taken });
  }

  async function settled(row: OrderRow): Promise<Placed> {
    const { row: after, clientSecret } = await holds.settle(row);
    return {
      order: orderOf(asPlaced(after, orderExpiryMs)),
      trackingToken: tokenOf(row.id),
      ...(clientSecret !== undefined && { clientSecret }),
    };
  }

  /** The first reply to the same key. An order that is still to be paid for is asked about again. */
  async function placedBefore(
    outletId: string,
    { key, requestHash }: Idempotency,
  ): Promise<Placed | Refusal | null> {
    const [row] = await database.run<OrderRow>(findPlaced, [outletId, key]);
    if (!row) return null;
    if (row.idempotency_hash !== requestHash) return keyReused();
    if (isGivenUp(row)) return notPlaced();
    if (row.status === 'payment_working') return settled(row);
    return { order: orderOf(asPlaced(row, orderExpiryMs)), trackingToken: tokenOf(row.id) };
  }

  return {
    place,

    /** Places nothing: only asks for the order that was placed with this key. */
    again: async (outletId: string, idempotency: Idempotency): Promise<Placed | Refusal> =>
      (await placedBefore(outletId, idempotency)) ?? notPlaced(),

    /**
     * The order that was placed with this key. If there is none, none is placed with it from then on: also not by a
     * request that was sent before and is still on its way.
     */
    async giveUp(outletId: string, idempotency: Idempotency, network: string): Promise<Placed | Refusal> {
      const placed = await placedBefore(outletId, idempotency);
      if (placed) return placed;
      const refusal = await limits.givingUp(options.hashedNetwork(network));
      if (refusal) return refusal;
      await giveKeyUp(database, outletId, idempotency, clock.now());
      return (await placedBefore(outletId, idempotency)) ?? notPlaced();
    },
  };
}
