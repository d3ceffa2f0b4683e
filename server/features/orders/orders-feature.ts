import type { GuestPayments } from '#shared/api/customer-routes.ts';
import type { Clock } from '../../core/clock.ts';
import type { ChoreReports } from '../../core/reported-chore.ts';
import type { Database } from '../../database/database.ts';
import type { Counters } from '../../limits/counters.ts';
import type { Limits } from '../../limits/limits.ts';
import { places } from '../../limits/places.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import { trackingTokens } from '../../ordering/tracking-tokens.ts';
import type { PaymentProvider } from '../../payments/payment-provider.ts';
import { cardRefusals } from './card-refusals.ts';
import { customersHandlers } from './customers-handlers.ts';
import { followedOrders, type FollowedOrders } from './followed-orders.ts';
import { guestMenus } from './guest-menus.ts';
import { indexOrders } from './index-orders.ts';
import { menuCache } from './menu-cache.ts';
import { orderChores } from './order-chores.ts';
import { orderCommits } from './order-commits.ts';
import { orderHolds } from './order-holds.ts';
import { orderLimits } from './order-limits.ts';
import { orderReads } from './order-reads.ts';
import { orderSearch } from './order-search.ts';
import { ordersHandlers } from './orders-handlers.ts';
import { ordersRepository } from './orders-repository.ts';
import { paymentSteps } from './payment-steps.ts';
import { placeOrders } from './place-order.ts';
import { portionsHandlers } from './portions-handlers.ts';
import { readyTimesOf } from './ready-times.ts';
import { refundsOf } from './refunds.ts';
import { takenFees } from './taken-fees.ts';
import { testOrders } from './test-orders.ts';
import { refundsRepository } from './refunds-repository.ts';
import { commandRunner } from './command-runner.ts';

export type OrdersFeatureOptions = ChoreReports & {
  database: Database;
  clock: Clock;
  live: LiveFeed;
  /** Null: no orders are taken. */
  payments: PaymentProvider | null;
  counters: Counters;
  limits: Limits;
  /** A keyed hash of the customer's network. */
  hashedNetwork(network: string): string;
  secret: string;
  /** How long an order waits to be accepted, and before that to be paid for. */
  orderExpiryMs: number;
  /** How long the card provider may take to answer, in ms. */
  timeoutMs?: number | undefined;
  /** How often due work is polled, in ms. */
  everyMs: number;
  /** Names the platform to Stripe's own form in guests' browsers; null without Stripe, or if it is not set. */
  publishableKey: string | null;
  /** With which guests' browsers subscribe to push messages of the server's. */
  pushKey: string;
  /** How often new orders are made searchable, in ms. */
  indexEveryMs: number;
};

/** Orders: customers place and pay for them; staff work on them and refund them. */
export function ordersFeature(given: OrdersFeatureOptions) {
  const { database, clock } = given;
  const orders = ordersRepository(database);
  /** What follows orders, menus and pick-up screens looks for changes as often as new orders are indexed. */
  const following = { ...given, takePlace: places(given.limits), everyMs: given.indexEveryMs };
  const followed = followedOrders({ ...following, findOrder: orders.findAny });
  const options = { ...given, live: alsoTo(followed, given.live) };
  const refundsKept = refundsRepository(database);
  const commits = orderCommits(database);
  const { commit } = commits;
  const limits = orderLimits(options);
  const readyTimes = readyTimesOf({ ...options, orders });
  const runner = commandRunner({ ...options, orders, refundsKept, commit, readyTimes });
  const holds = orderHolds({ ...options, orders, commits, limits, refusals: cardRefusals(given) });
  const refunds = refundsOf({ ...options, repository: refundsKept, orders, commit });
  const payments = paymentSteps({ ...options, orders, runner, holds, refunds, fees: takenFees(options) });
  const chores = orderChores({ ...options, orders, apply: runner.apply, payments, refunds, readyTimes });
  /** Called when the card provider is to be asked something. */
  const onPaymentDue = () => void chores.lookAtPayments();
  const menus = menuCache(database);
  const paymentsOf = (account: string | null) => guestPayments(options, account);
  const guests = guestMenus({ ...following, menus, paymentsOf });
  const indexing = indexOrders(database, options.indexEveryMs, options);
  return {
    orders,
    refunds: refundsKept,
    chores: [chores, indexing, followed.chore, ...guests.chores],
    serveGuestPages: guests.servePages,
    onPaymentDue,
    /** Brings an order's money up to what the card provider says of it. */
    async catchUp(orderId: string): Promise<void> {
      await refunds.settleOf(orderId);
      await payments.settle(orderId);
    },
    handlers: {
      ...ordersHandlers({
        orders,
        apply: runner.apply,
        close: payments.close,
        refunds,
        reads: orderReads(database, orders),
        readyTimes,
        clock,
        onPaymentDue,
      }),
      ...testOrders({ ...options, menus }),
      ...portionsHandlers({ ...options, menus }),
      ...orderSearch(database),
      ...customersHandlers({
        ...guests,
        orders,
        placeOrder: placeOrders({ ...options, menus, holds, limits }),
        tracking: trackingTokens(options.secret),
        followed,
      }),
    },
  };
}

/** The live feed of an outlet's screens, which also tells those who follow an order. */
function alsoTo(followed: FollowedOrders, live: LiveFeed): LiveFeed {
  return {
    ...live,
    orderChanged(outletId, update) {
      live.orderChanged(outletId, update);
      followed.changed(update.order.id);
    },
  };
}

function guestPayments(
  { payments, publishableKey }: Pick<OrdersFeatureOptions, 'payments' | 'publishableKey'>,
  account: string | null,
): GuestPayments | null {
  if (!payments) return null;
  if (payments.decides === 'in-process') return { provider: 'test' };
  return publishableKey !== null && account !== null ? { provider: 'stripe', publishableKey, account } : null;
}
