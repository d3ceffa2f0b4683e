import { expect } from 'playwright/test';
import { tradingPlatform as test } from '../support/shop/on-platform.ts';
import { review } from '../support/shop/review.ts';

test('the page of an order stays where the guest page is switched off or the outlet suspended (D69)', async ({
  platform,
  seller,
}) => {
  const menuAddress = `${platform.origin}/o/${platform.outletId}`;
  const read = async () => {
    const [menu, order] = await Promise.all([fetch(menuAddress), fetch(`${menuAddress}/orders/x`)]);
    const leadsToMenu = (await order.text()).includes('See the menu');
    return { menu: menu.status, order: order.status, leadsToMenu };
  };
  const there = { menu: 200, order: 200, leadsToMenu: true };
  const orderAlone = { menu: 404, order: 200, leadsToMenu: false };
  expect(await read()).toEqual(there);
  const outlet = `/sellers/outlets/${platform.outletId}`;
  const { name } = await seller.call<{ name: string }>('GET', outlet);
  await seller.call('PATCH', outlet, { name, guestPage: false });
  expect(await read()).toEqual(orderAlone);
  await seller.call('PATCH', outlet, { name, guestPage: true });
  expect(await read()).toEqual(there);
  await review(platform, 'outlets', name, 'suspended');
  expect(await read()).toEqual(orderAlone);
  // Of a suspended outlet nobody learns whether its page was on.
  await seller.call('PATCH', outlet, { name, guestPage: false });
  expect(await (await fetch(menuAddress)).text()).toContain('may be an old one');
});
