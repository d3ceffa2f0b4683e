import { useEffect, useState } from 'preact/hooks';
import type { FollowedOrder } from '#shared/api/guest-pages.ts';
import { statusGroups } from '#shared/base/order-statuses.ts';
import { readOrder } from '../base/calls.ts';

/** How often an order is read where its changes cannot be followed. */
const POLL_MS = 5_000;

/** An order as it was last heard of; `missing` if the server knows no such order. */
export type Followed = { order: FollowedOrder | null; missing: boolean; isBehind: boolean };

/** Follows an order until it has ended, by the server's events, or by asking where those do not arrive. */
export function useFollowed(orderId: string, token: string): Followed {
  const [followed, setFollowed] = useState<Followed>({ order: null, missing: false, isBehind: false });
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const called = await readOrder(orderId, token);
      if (leaving.signal.aborted) return;
      if (called.kind === 'done') setFollowed({ order: called.reply, missing: false, isBehind: false });
      else if (called.kind === 'refused' && called.status === 404)
        setFollowed({ order: null, missing: true, isBehind: false });
      else setFollowed((before) => ({ ...before, isBehind: true }));
    };
    let polling: ReturnType<typeof setInterval> | undefined;
    const events = new EventSource(
      `/api/customers/orders/${orderId}/events?${new URLSearchParams({ token })}`,
    );
    events.addEventListener('message', ({ data }) => {
      clearInterval(polling);
      polling = undefined;
      setFollowed({ order: JSON.parse(data as string) as FollowedOrder, missing: false, isBehind: false });
    });
    events.addEventListener('error', () => {
      void read();
      polling ??= setInterval(() => void read(), POLL_MS);
    });
    leaving.signal.addEventListener('abort', () => {
      events.close();
      clearInterval(polling);
    });
    return () => leaving.abort();
  }, [orderId, token]);
  return followed;
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
