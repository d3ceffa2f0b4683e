import type { Reply } from './contract.ts';
import type { PickUp } from './pick-up.ts';

export type GuestMenu = Reply<'GET /customers/outlets/:outletId/menu'>;
export type FollowedOrder = Reply<'GET /customers/orders/:orderId'>;

/** The table whose code a guest scanned: what the staff call it, and the part of the address that proves it. */
export type SignedTable = { name: string; signed: string };

/** What a guest's page is about; it is embedded in the page for its script. `version` names the menu as it is. */
export type GuestPlace = { menu: GuestMenu; version: string; table: SignedTable | null };

/** What the page of an order is about: it stays while the outlet's menu may be gone. */
export type OrderPlace = {
  outlet: Pick<GuestMenu['outlet'], 'id' | 'name' | 'brandImageUrl' | 'timeZone'>;
  /** Whether guests can read the outlet's menu here. */
  hasMenu: boolean;
} & Pick<GuestMenu, 'pushKey'>;

/** What a pick-up screen is about. */
export type PickUpPlace = { outletId: string; pickUp: PickUp };

/** Addresses of what the pages load. */
export type GuestAssets = {
  styles: Record<'guest' | 'pick-up', string>;
  font: string | null;
  scripts: Record<'menu' | 'pay' | 'order' | 'pick-up', string>;
};

/** A menu as it is now, at a table. */
export type AtPlace = Pick<GuestPlace, 'menu' | 'table'>;

/** The pages for guests as whole documents. The build makes the module that has them; the server sends them. */
export type GuestPages = {
  menu(place: GuestPlace): string;
  /** Where the basket is paid for. */
  pay(place: GuestPlace): string;
  /** The page of a table, from one of these that was drawn for a table whose name and address are marks. */
  atTable(page: string, marks: SignedTable, table: SignedTable): string;
  /** One order, which the script reads and follows. */
  order(place: OrderPlace): string;
  /** What is to be collected, on a television. */
  pickUp(place: PickUpPlace): string;
  /** There is no such outlet, table or page. */
  missing(): string;
  /** The outlet has switched its page off. */
  switchedOff(): string;
};
