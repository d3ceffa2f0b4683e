import type { Reply } from '#shared/api/contract.ts';
import type { ErrorBody } from '#shared/api/errors.ts';
import type { FollowedOrder, GuestMenu } from '#shared/api/guest-pages.ts';
import type { PushSubscriptionBody } from '#shared/api/push-subscription.ts';
import type { Attempt, KnownOrder } from './kept.ts';

/** What a call came to: a reply, a refusal of the server, or nothing that can be relied on. */
export type Called<T> =
  | { kind: 'done'; reply: T }
  | { kind: 'refused'; status: number; code: string; message: string }
  | { kind: 'unknown' };

type Placed = Reply<'POST /customers/outlets/:outletId/orders'>;

/** A call that takes longer is given up; it may have been carried out all the same. */
const PATIENCE_MS = 20_000;

async function call<T>(path: string, init: RequestInit = {}): Promise<Called<T>> {
  try {
    const reply = await fetch(`/api/customers/${path}`, {
      ...init,
      signal: AbortSignal.timeout(PATIENCE_MS),
    });
    const body: unknown = await reply.json();
    if (reply.ok) return { kind: 'done', reply: body as T };
    const { error } = body as Partial<ErrorBody>;
    if (!error) return { kind: 'unknown' };
    return { kind: 'refused', status: reply.status, code: error.code, message: error.message };
  } catch {
    return { kind: 'unknown' };
  }
}

export const readMenu = (outletId: string) => call<GuestMenu>(`outlets/${outletId}/menu`);

export const readOrder = (orderId: string, token: string) =>
  call<FollowedOrder>(`orders/${orderId}?${new URLSearchParams({ token })}`);

export const askForNotifications = ({ id, token }: KnownOrder, subscription: PushSubscriptionBody) =>
  call<{ id: string }>(`orders/${id}/notifications?${new URLSearchParams({ token })}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(subscription),
  });

export const stopNotifications = ({ id, token }: KnownOrder, notificationId: string) =>
  call<object>(`orders/${id}/notifications/${notificationId}?${new URLSearchParams({ token })}`, {
    method: 'DELETE',
  });

/**
 * @param repeat `true` only asks for the order that was placed with this key, and places none; after `last` none is
 *   placed with the key from then on
 */
export const placeOrder = (outletId: string, { key, body, from }: Attempt, repeat?: 'true' | 'last') => {
  const query = new URLSearchParams(
    repeat ? { repeat } : from && { catalogId: from.catalogId, revision: String(from.revision) },
  );
  return call<Placed>(`outlets/${outletId}/orders?${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
  });
};
