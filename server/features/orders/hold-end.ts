import type { OrderRow } from './order-row.ts';

/** How long before its hold ends an open order expires: taking the money needs time too. */
export const HOLD_MARGIN_MS = 5 * 60_000;

/** Whether it is too late to close an order and take its held money. */
export function holdIsEnding({ capture_before: end }: OrderRow, now: Date): boolean {
  return end !== null && end.getTime() <= now.getTime() + HOLD_MARGIN_MS;
}
