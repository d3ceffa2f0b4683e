import { idOf, record, textOrNull, texts } from '#shared/base/loose-json.ts';
import type { MoneyAtRisk } from '#shared/api/money-at-risk.ts';
import { readOrderStatus } from '#shared/base/order-statuses.ts';
import { amount, list, timeIfSaid, timeOrNull, whole } from './loose-values.ts';

const warnings = ['late', 'ending'] as const;

export function readMoneyAtRisk(value: unknown): MoneyAtRisk {
  const { count, total, orders } = record(value);
  return {
    count: whole(count),
    total: amount(total),
    orders: list(orders).flatMap((order) => {
      const json = record(order);
      const status = readOrderStatus(json['status']);
      if (!status) return [];
      return {
        id: idOf(json),
        ...texts(json, 'outletId', 'outletName', 'tradingSessionId'),
        orderNumber: whole(json['orderNumber']),
        tableNumber: textOrNull(json['tableNumber']),
        status,
        amount: amount(json['amount']),
        since: timeIfSaid(json['since']),
        holdEndsAt: timeOrNull(json['holdEndsAt']),
        captureError: textOrNull(json['captureError']),
        warning: warnings.find((warning) => warning === json['warning']) ?? null,
      };
    }),
  };
}
