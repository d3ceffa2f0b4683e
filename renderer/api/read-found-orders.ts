import type { FoundOrder } from '#shared/api/order-search.ts';
import type { Reply } from '#shared/api/contract.ts';
import { idOf, record, text, textOrNull } from '#shared/base/loose-json.ts';
import { readOrderStatus } from '#shared/base/order-statuses.ts';
import { amount, list, timeIfSaid, whole } from './loose-values.ts';
import { readCard } from './read-order.ts';

/** Leaves out orders whose status is not known. */
export function readFoundOrders(value: unknown): Reply<'GET /sellers/orders'> {
  const { items, nextCursor } = record(value);
  return {
    items: list(items).flatMap((order) => readFoundOrder(order) ?? []),
    nextCursor: textOrNull(nextCursor),
  };
}

function readFoundOrder(order: unknown): FoundOrder | null {
  const json = record(order);
  const status = readOrderStatus(json['status']);
  return (
    status && {
      id: idOf(json),
      outletId: text(json['outletId']),
      tradingSessionId: text(json['tradingSessionId']),
      orderNumber: whole(json['orderNumber']),
      status,
      tableNumber: textOrNull(json['tableNumber']),
      customerName: text(json['customerName']),
      items: list(json['items']).map((line) => {
        const { name, quantity } = record(line);
        return { name: text(name), quantity: whole(quantity) };
      }),
      amount: amount(json['amount']),
      ...readCard(json['card']),
      createdAt: timeIfSaid(json['createdAt']),
    }
  );
}
