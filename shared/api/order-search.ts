import { z } from 'zod';
import { orderStatuses } from '../base/order-statuses.ts';
import { id, pencePart, time } from './fields.ts';
import { paidCard } from './paid-card.ts';

/** What orders are found by: each word begins one of the order's number, name, table, items, amount or card. */
export const orderSearchQuery = z.object({
  search: z.string().trim().min(1).max(100),
  cursor: id.optional(),
  limit: z.coerce.number().int().min(1).max(50).optional(),
});

/** Enough of an order to tell it from others. */
export const foundOrder = z.object({
  id,
  outletId: id,
  tradingSessionId: id,
  orderNumber: z.int().min(0),
  status: z.enum(orderStatuses),
  tableNumber: z.string().nullable(),
  customerName: z.string(),
  items: z.array(z.object({ name: z.string(), quantity: z.int().min(1) })),
  amount: pencePart,
  /** Left out where it is not known. */
  card: paidCard.optional(),
  createdAt: time,
});
export type FoundOrder = z.infer<typeof foundOrder>;

/** Newest first; `nextCursor` is null on the last page. */
export const foundOrders = z.object({ items: z.array(foundOrder), nextCursor: id.nullable() });
