import { useEffect, useState } from 'preact/hooks';
import type { FollowedOrder } from '#shared/api/guest-pages.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { followOrder, type Followed } from './follow-order.ts';

/** An order as it is now. */
export function useFollowed(orderId: string, token: string): Followed {
  const [followed, setFollowed] = useState<Followed>({ order: null, missing: false, isBehind: false });
  useEffect(
    () => followOrder(orderId, token, (heard) => setFollowed((before) => ({ ...before, ...heard }))),
    [orderId, token],
  );
  return followed;
}

/** The time that an order was promised for, if it is to be ready later than that; staff may also bring it forward. */
export function latenessOf({ readyBy, movedFrom }: NonNullable<FollowedOrder['readyTime']>): string | null {
  return movedFrom !== null && Date.parse(readyBy) > Date.parse(movedFrom) ? movedFrom : null;
}

/** How far an order is, as its guest sees it. */
export type Stage = 'sent' | 'accepted' | 'making' | 'ready' | 'handed-over' | 'ended';

export function stageOf({ status, itemStatus, readyTime }: FollowedOrder): Stage {
  if (statusGroups.cancelled.has(status) || statusGroups.expired.has(status)) return 'ended';
  if (statusGroups.unpaid.has(status)) return 'ended';
  if (statusGroups.pending.has(status)) return 'sent';
  const delivered = itemStatus.every((line) => line.status === 'complete');
  if (delivered || statusGroups.settled.has(status) || status === 'payment_capture') return 'handed-over';
  const made = itemStatus.every((line) => line.status === 'ready' || line.status === 'complete');
  if (made || readyTime?.readyAt) return 'ready';
  return itemStatus.some((line) => line.status !== 'waiting') ? 'making' : 'accepted';
}
