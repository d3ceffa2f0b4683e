import { trackedOrder } from '#shared/api/orders.ts';
import { isSoldOut } from '#shared/catalogs/pricing.ts';
import type { Clock } from '../../clock.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { MenuCache } from './menu-cache.ts';
import { orderOf } from './order-row.ts';
import type { OrdersRepository } from './orders-repository.ts';
import type { placeOrders, trackingTokens } from './place-order.ts';

type CustomersHandlers = Pick<
  RouteHandlers,
  | 'GET /customers/outlets/:outletId/menu'
  | 'POST /customers/outlets/:outletId/orders'
  | 'GET /customers/orders/:orderId'
>;

export type CustomersHandlersOptions = {
  menus: MenuCache;
  orders: OrdersRepository;
  placeOrder: ReturnType<typeof placeOrders>;
  tracking: ReturnType<typeof trackingTokens>;
  clock: Clock;
};

/** The customers' side (D22). */
export function customersHandlers({
  menus,
  orders,
  placeOrder,
  tracking,
  clock,
}: CustomersHandlersOptions): CustomersHandlers {
  return {
    async 'GET /customers/outlets/:outletId/menu'({ params: { outletId } }) {
      const facts = await menus.load(outletId);
      if (!facts) return notFound();
      const now = clock.now();
      return {
        outlet: {
          id: outletId,
          name: facts.outletName,
          availability: facts.open ? 'open' : 'closed',
          serviceTypeSelected: facts.serviceType,
          brandImageUrl: facts.brandImageUrl,
        },
        catalog: facts.catalog && {
          id: facts.catalog.id,
          name: facts.catalog.name,
          revision: facts.catalog.revision,
          // Offered again by itself once its time is over, whatever the catalog still says (D37).
          categories: facts.catalog.categories.map((category) => ({
            ...category,
            list: category.list.map((item) => ({
              ...offered(item, now),
              modifiers: item.modifiers.map((modifier) => ({
                ...modifier,
                list: modifier.list.map((option) => offered(option, now)),
              })),
            })),
          })),
        },
      };
    },

    'POST /customers/outlets/:outletId/orders'({ params, body, idempotency }) {
      if (!idempotency) return refuse(400, 'IDEMPOTENCY_KEY_INVALID', 'Idempotency-Key is needed.');
      return placeOrder(params.outletId, body, idempotency);
    },

    async 'GET /customers/orders/:orderId'({ params: { orderId }, query }) {
      if (!tracking.matches(orderId, query.token)) return notFound();
      const row = await orders.findAny(orderId);
      return row ? trackedOrder.parse(orderOf(row)) : notFound();
    },
  };
}

function offered<T extends { soldOutUntil?: string | null | undefined }>(entry: T, now: Date): T {
  return !entry.soldOutUntil || isSoldOut(entry, now) ? entry : { ...entry, soldOutUntil: null };
}
