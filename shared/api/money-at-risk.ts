import { z } from 'zod';
import { orderStatuses } from '../base/order-statuses.ts';
import { id, pencePart, time } from './fields.ts';

/** Only of one outlet, or of one of its trading sessions. */
export const moneyAtRiskQuery = z.object({ outletId: id.optional(), tradingSessionId: id.optional() });

/** What was accepted and is not taken yet: the cards' holds, which end after about seven days. */
export const moneyAtRisk = z.object({
  /** Of all such orders, also those beyond the list. */
  count: z.int().min(0),
  total: z.int().min(0),
  /** Oldest first, at most 200. */
  orders: z.array(
    z.object({
      id,
      outletId: id,
      outletName: z.string(),
      tradingSessionId: id,
      orderNumber: z.int(),
      tableNumber: z.string().nullable(),
      status: z.enum(orderStatuses),
      amount: pencePart,
      /** When the card was held. */
      since: time,
      /** When the hold ends, if the provider says so. */
      holdEndsAt: time.nullable(),
      /** Why the last attempt to take the money failed. */
      captureError: z.string().nullable(),
      /**
       * By the server's clock. `late`: held for 12 hours. `ending`: held for four days, or the hold ends within a day.
       */
      warning: z.enum(['late', 'ending']).nullable(),
    }),
  ),
});
export type MoneyAtRisk = z.infer<typeof moneyAtRisk>;
export type OrderAtRisk = MoneyAtRisk['orders'][number];
export type RiskWarning = NonNullable<OrderAtRisk['warning']>;
