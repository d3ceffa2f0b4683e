import { shop } from './set-up.ts';

export const accept = (id: string, headers = {}) =>
  shop.send('POST', `/sellers/orders/accept/${id}`, undefined, headers);

/** An order that is delivered and not closed. */
export async function finished() {
  const order = await shop.order();
  await accept(order.id);
  await shop.send('POST', `/sellers/orders/progress/${order.id}`, { items: ['1'], status: 'complete' });
  return order;
}
