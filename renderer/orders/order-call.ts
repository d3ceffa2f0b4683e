import type { Order } from '#shared/api/orders.ts';
import type { ItemStatus } from '#shared/base/order-statuses.ts';
import type { Client } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';

/** The request of a press on an order. */
export type OrderPress =
  | { kind: 'accept' | 'progress' | 'regress' | 'complete' }
  /** `forCustomer` is what the customer reads, if anything. */
  | { kind: 'cancel'; reason: string; forCustomer?: string }
  | { kind: 'progressItems'; items: string[]; status: ItemStatus };

const MOST_TRIES = 3;
/** After this a person has waited long enough for a message, in ms. */
const LONGEST_MS = 10_000;

/**
 * Sends a press, with the version that was seen and one key for all attempts: without an answer it is sent again, and
 * takes effect once. Only servers with versions are trusted to know keys.
 * @returns the order afterwards; null if the server does not say
 */
export async function callForPress(
  client: Client,
  order: Order,
  press: OrderPress,
  retryMs = 1_000,
): Promise<Order | null> {
  const idempotencyKey = crypto.randomUUID();
  const started = performance.now();
  for (let tries = 1; ; tries += 1) {
    try {
      return await callOnce(client, order, press, idempotencyKey);
    } catch (error) {
      const { code, status } = failureOf(error);
      const unanswered = code === 'UNREACHABLE' || status === 503;
      const late = performance.now() - started > LONGEST_MS;
      if (!unanswered || late || tries === MOST_TRIES || order.version === 0) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs * tries));
    }
  }
}

function callOnce(
  client: Client,
  { id: orderId, outletId, version }: Order,
  press: OrderPress,
  idempotencyKey: string,
): Promise<Order | null> {
  const sent = { version, idempotencyKey };
  const params = { orderId };
  const outletParams = { orderId, outletId };
  switch (press.kind) {
    case 'accept':
      return client.call('POST /sellers/orders/accept/:orderId', { params, ...sent });
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
