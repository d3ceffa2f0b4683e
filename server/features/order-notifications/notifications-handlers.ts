import { MOST_NOTIFIED } from '#shared/api/customer-routes.ts';
import type { Clock } from '../../core/clock.ts';
import { invalid, notFound, refuse, type Refusal } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { trackingTokens } from '../../ordering/tracking-tokens.ts';
import type { Senders } from '../../senders/sender.ts';
import type { NotificationsRepository } from './notifications-repository.ts';

type NotificationsHandlers = Pick<
  RouteHandlers,
  | 'POST /customers/orders/:orderId/notifications'
  | 'DELETE /customers/orders/:orderId/notifications/:notificationId'
>;
export type NotificationsHandlersOptions = {
  notifications: NotificationsRepository;
  tracking: ReturnType<typeof trackingTokens>;
  refusePhone: Senders['refusePhone'];
  clock: Clock;
};

export function notificationsHandlers({
  notifications,
  tracking,
  refusePhone,
  clock,
}: NotificationsHandlersOptions): NotificationsHandlers {
  async function whyNot(orderId: string): Promise<Refusal> {
    const order = await notifications.find(orderId);
    if (!order) return notFound();
    if (!order.guest_page) return refuse(409, 'GUEST_PAGE_OFF', 'This outlet tells its guests nothing here.');
    if (!order.awaited) return refuse(409, 'ORDER_NOT_OPEN', 'There is nothing more to tell of this order.');
    return refuse(
      409,
      'TOO_MANY_PHONES',
      `At most ${MOST_NOTIFIED} phones are told of one order. Switch it off on another one first.`,
    );
  }

  return {
    async 'POST /customers/orders/:orderId/notifications'({ params: { orderId }, query, body }) {
      if (!tracking.matches(orderId, query.token)) return notFound();
      const refusal = refusePhone(body.endpoint);
      if (refusal) return invalid({ endpoint: refusal });
      const id = await notifications.add(orderId, body, clock.now());
      return id === null ? whyNot(orderId) : { id };
    },

    async 'DELETE /customers/orders/:orderId/notifications/:notificationId'({ params, query }) {
      if (!tracking.matches(params.orderId, query.token)) return notFound();
      await notifications.remove(params.orderId, params.notificationId);
      return {};
    },
  };
}
