/** The address of an order on its outlet's board. */
export const orderAddress = ({ outletId, orderId }: { outletId: string; orderId: string }): string =>
  `/outlets/${encodeURIComponent(outletId)}/trading-session?order=${encodeURIComponent(orderId)}`;
