import { review } from './review.ts';
import type { Basket, PlacedOrder, TestPlatform } from './platform.ts';
import type { SellerApi } from './seller-api.ts';

/** Another verified outlet of the seller's, with the same menu, that trades. */
export type Outlet = { id: string; name: string; placeOrder(basket?: Basket): Promise<PlacedOrder> };

export async function openOutlet(platform: TestPlatform, seller: SellerApi, name: string): Promise<Outlet> {
  const { id } = await seller.call<{ id: string }>('POST', '/sellers/outlets', { name });
  const { catalogId } = await seller.call<{ catalogId: string }>(
    'GET',
    `/sellers/outlets/${platform.outletId}`,
  );
  await seller.call('PATCH', `/sellers/outlets/${id}/catalog/${catalogId}`);
  await review(platform, 'outlets', name, 'verified');
  await seller.call('POST', `/sellers/outlets/${id}/trading-session/start`);
  return { id, name, placeOrder: (basket) => platform.placeOrder(basket, id) };
}
