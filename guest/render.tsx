import type { GuestAssets, GuestPages } from '#shared/api/guest-pages.ts';
import { atTable } from './base/at-table.tsx';
import { documentOf } from './base/document.tsx';
import { MenuPage } from './menu/menu-page.tsx';
import { MissingPage, SwitchedOffPage } from './missing-page.tsx';
import { OrderPage } from './order/order-page.tsx';
import { PayPage } from './pay/pay-page.tsx';
import { PickUpScreen } from './pick-up/pick-up-screen.tsx';

/** Set by the build. */
declare const GUEST_ASSETS: GuestAssets;
const assets = GUEST_ASSETS;

/** The guest's pages, as the server sends them. */
export const pages: GuestPages = {
  menu: (place) =>
    documentOf({
      title: place.menu.outlet.name,
      body: <MenuPage {...place} />,
      assets,
      isPublic: place.table === null,
      script: { name: 'menu', place },
    }),
  pay: (place) =>
    documentOf({
      title: `Pay at ${place.menu.outlet.name}`,
      body: <PayPage {...place} />,
      assets,
      script: { name: 'pay', place },
    }),
  order: (place) =>
    documentOf({
      title: 'Your order',
      body: <OrderPage {...place} />,
      assets,
      script: { name: 'order', place },
    }),
  pickUp: (place) =>
    documentOf({
      title: `Pick-up at ${place.pickUp.outlet.name}`,
      body: <PickUpScreen {...place} />,
      assets,
      sheet: 'pick-up',
      script: { name: 'pick-up', place },
    }),
  missing: () => documentOf({ title: 'Not found', body: <MissingPage />, assets }),
  atTable,
  switchedOff: () => documentOf({ title: 'No orders here', body: <SwitchedOffPage />, assets }),
};
