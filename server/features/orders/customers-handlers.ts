import { trackedOrder } from '#shared/api/orders.ts';
import { customerMessage } from '#shared/base/customer-message.ts';
import type { Clock } from '../../core/clock.ts';
import { notFound, refuse } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { MenuCache } from './menu-cache.ts';
import { menuReplies } from './menu-reply.ts';
import { orderOf, type OrderRow } from './order-row.ts';
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

/** The calls of customers. */
export function customersHandlers({
  menus,
  orders,
  placeOrder,
  tracking,
  clock,
}: CustomersHandlersOptions): CustomersHandlers {
  const menuReply = menuReplies();
  return {
    async 'GET /customers/outlets/:outletId/menu'({ params: { outletId } }) {
      const menu = await menus.load(outletId);
      return menu?.facts.isPublic ? menuReply(outletId, menu, clock.now()) : notFound();
    },

    'POST /customers/outlets/:outletId/orders'({ params, body, idempotency, network }) {
      if (!idempotency) return refuse(400, 'IDEMPOTENCY_KEY_INVALID', 'Idempotency-Key is needed.');
      return placeOrder(params.outletId, body, idempotency, network);
    },

    async 'GET /customers/orders/:orderId'({ params: { orderId }, query }) {
      if (!tracking.matches(orderId, query.token)) return notFound();
      const row = await orders.findAny(orderId);
      return row
        ? trackedOrder.parse({ ...orderOf(row), message: messageOf(row), ...readyTimeOf(row) })
        : notFound();
    },
  };
}

/** What its customer was promised; nothing while the order waits for an answer. */
function readyTimeOf({ accepted_at: acceptedAt, promises, ready_at: readyAt }: OrderRow) {
  const [first, last] = [promises?.[0], promises?.at(-1)];
  if (!acceptedAt || !first || !last) return {};
  const movedFrom = first.readyBy === last.readyBy ? null : first.readyBy;
  return { readyTime: { readyBy: last.readyBy, movedFrom, readyAt: readyAt?.toISOString() ?? null } };
}

function messageOf({
  status,
  accepted_at: acceptedAt,
  cancel_message: forCustomer,
}: OrderRow): string | null {
  return customerMessage({ status, accepted: acceptedAt !== null, forCustomer });
}
