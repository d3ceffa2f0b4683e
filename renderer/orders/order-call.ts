import type { Order } from '#shared/api/orders.ts';
import type { AgeOutcome } from '#shared/base/age-outcomes.ts';
import type { ItemStatus } from '#shared/base/order-statuses.ts';
import type { Client } from '../api/client.ts';
import { untilAnswered, type PressLine } from '../state/until-answered.ts';

/** The request of a press on an order. */
export type OrderPress =
  /** `readyBy` is the ready time that its guest is promised, where a screen shows one. */
  | { kind: 'accept'; readyBy?: string }
  | { kind: 'moveReadyTime'; readyBy: string }
  | { kind: 'readNote' | 'progress' | 'regress' | 'complete' }
  | { kind: 'checkAge'; outcome: AgeOutcome }
  /** `forCustomer` is what the customer reads, if anything. */
  | { kind: 'cancel'; reason: string; forCustomer?: string }
  | { kind: 'progressItems'; items: string[]; status: ItemStatus };

/**
 * Sends a press, with the version that was seen and one key for all tries: without an answer it is sent again, and takes
 * effect once. Only servers with versions are trusted to know keys.
 * @returns the order afterwards; null if the server does not say
 */
export function callForPress(
  client: Client,
  order: Order,
  press: OrderPress,
  { idempotencyKey, line }: { idempotencyKey: string; line: PressLine },
): Promise<Order | null> {
  const send = (signal?: AbortSignal) =>
    callOnce(client, order, press, { idempotencyKey, ...(signal && { signal }) });
  return order.version === 0 ? send() : untilAnswered(send, line);
}

function callOnce(
  client: Client,
  { id: orderId, outletId, version }: Order,
  press: OrderPress,
  options: { idempotencyKey: string; signal?: AbortSignal },
): Promise<Order | null> {
  const sent = { version, ...options };
  const params = { orderId };
  const outletParams = { orderId, outletId };
  switch (press.kind) {
    case 'accept':
      return client.call('POST /sellers/orders/accept/:orderId', {
        params,
        ...(press.readyBy !== undefined && { body: { readyBy: press.readyBy } }),
        ...sent,
      });
    case 'moveReadyTime':
      return client.call('POST /sellers/orders/ready-time/:orderId', {
        params,
        body: { readyBy: press.readyBy },
        ...sent,
      });
    case 'checkAge':
      return client.call('POST /sellers/orders/check-age/:orderId', {
        params,
        body: { outcome: press.outcome },
        ...sent,
      });
    case 'readNote':
      return client.call('POST /sellers/orders/read-note/:orderId', { params, ...sent });
    case 'complete':
      return client.call('POST /sellers/orders/complete/:orderId', { params, ...sent });
    case 'cancel': {
      const reason = press.reason.trim();
      const forCustomer = press.forCustomer?.trim() ?? '';
      const body = { ...(reason !== '' && { reason }), ...(forCustomer !== '' && { forCustomer }) };
      return client.call('POST /sellers/orders/cancel/:orderId', { params, body, ...sent });
    }
    case 'progress':
      return client.call('POST /sellers/outlets/:outletId/progress-order/:orderId', {
        params: outletParams,
        ...sent,
      });
    case 'regress':
      return client.call('POST /sellers/outlets/:outletId/regress-order/:orderId', {
        params: outletParams,
        ...sent,
      });
    default: {
      const { items, status } = press;
      return client.call('POST /sellers/orders/progress/:orderId', {
        params,
        body: { items, status },
        ...sent,
      });
    }
  }
}
