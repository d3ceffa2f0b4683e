import type { OrderNamed } from '#shared/api/payouts.ts';
import type { Database } from '../../database/database.ts';

export type Reads = Database['kysely'];

/** The columns of `ordersOf` that name an order, for a query that joins it as `o`. */
export const ofOrder = [
  'o.of_id',
  'o.order_number',
  'o.outlet_id',
  'o.outlet_name',
  'o.trading_session_id',
] as const;
type OfOrder = {
  of_id: string | null;
  order_number: number | null;
  outlet_id: string | null;
  outlet_name: string | null;
  trading_session_id: string | null;
};

/** Every card account whose books are the seller's, also those that were connected once. */
export function accountsOf(kysely: Reads, sellerId: string) {
  return kysely.selectFrom('card_accounts').select('id').where('seller_id', '=', sellerId);
}

/** The card account that the seller has connected now. */
export function connectedOf(kysely: Reads, sellerId: string) {
  return kysely.selectFrom('accounts').select('stripe_connect_id').where('id', '=', sellerId);
}

/** The order of a row, with its outlet, if it is the seller's. */
export function ordersOf(kysely: Reads, sellerId: string) {
  return kysely
    .selectFrom('orders')
    .innerJoin('outlets', 'outlets.id', 'orders.outlet_id')
    .select(['orders.id as of_id', 'order_number', 'outlet_id', 'trading_session_id'])
    .select('outlets.name as outlet_name')
    .where('outlets.seller_id', '=', sellerId);
}

export function orderNamed({ of_id: id, order_number: orderNumber, ...of }: OfOrder): {
  order: OrderNamed | null;
} {
  const { outlet_id: outletId, outlet_name: outletName, trading_session_id: tradingSessionId } = of;
  if (
    id === null ||
    orderNumber === null ||
    outletId === null ||
    outletName === null ||
    tradingSessionId === null
  )
    return { order: null };
  return { order: { id, orderNumber, outletId, outletName, tradingSessionId } };
}
