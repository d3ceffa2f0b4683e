import type { FastifyInstance } from 'fastify';
import type { GuestPayments } from '#shared/api/customer-routes.ts';
import type { OrderPlace } from '#shared/api/guest-pages.ts';
import type { Clock } from '../../core/clock.ts';
import type { Database } from '../../database/database.ts';
import type { ChoreReports } from '../../core/reported-chore.ts';
import type { TakePlace } from '../../limits/places.ts';
import { signedTables } from '../../ordering/signed-tables.ts';
import { followedMenus, type ReadMenu } from './followed-menus.ts';
import {
  serveGuestPages,
  type ReadMenuForPage,
  type ReadOrderPlace,
  type ServedFrom,
} from './guest-pages.ts';
import type { MenuCache, MenuFacts } from './menu-cache.ts';
import { menuReplies } from './menu-reply.ts';
import { followedPickUps, pickUpHandlers } from './pick-up-handlers.ts';
import { pickUps } from './pick-ups.ts';

export type GuestMenusOptions = ChoreReports & {
  database: Database;
  menus: MenuCache;
  clock: Clock;
  /** With which tables are signed. */
  secret: string;
  takePlace: TakePlace;
  /** How a seller with this account at the card provider is paid; null: no card can be taken. */
  paymentsOf(account: string | null): GuestPayments | null;
  /** With which guests' browsers subscribe to push messages of the server's. */
  pushKey: string;
  /** How often changes are looked for, in ms. */
  everyMs: number;
};

/** What guests read and follow of an outlet: its menu, and on its pick-up screen what is to be collected. */
export function guestMenus(given: GuestMenusOptions) {
  const { database, menus, clock, secret, ...options } = given;
  const menuReply = menuReplies(given);
  const readMenu: ReadMenu = async (outletId) => {
    const menu = await menus.load(outletId);
    return menu?.facts.isPublic ? menuReply(outletId, menu, clock.now()) : null;
  };
  const readForPage: ReadMenuForPage = async (outletId) => {
    const menu = await menus.load(outletId);
    if (!menu?.facts.isPublic) return null;
    return menu.facts.guestPage ? menuReply(outletId, menu, clock.now()) : 'switchedOff';
  };
  const orderPlaceOf = orderPlaces(given.pushKey);
  const readOrderPlace: ReadOrderPlace = async (outletId) => {
    const menu = await menus.load(outletId);
    return menu && orderPlaceOf(outletId, menu.facts);
  };
  const menusFollowed = followedMenus({ ...options, clock, readMenu });
  const readPickUp = pickUps(database);
  const pickUpsFollowed = followedPickUps({ ...options, clock, read: readPickUp });
  return {
    readMenu,
    /** Serves the guests' pages, if they were built. */
    servePages: (server: FastifyInstance, from: ServedFrom) =>
      serveGuestPages(
        server,
        { readMenu: readForPage, readOrderPlace, readPickUp, readTable: signedTables(secret).read },
        from,
      ),
    followedMenus: menusFollowed,
    pickUpHandlers: pickUpHandlers(readPickUp, pickUpsFollowed),
    chores: [menusFollowed.chore, pickUpsFollowed.chore],
  };
}

/**
 * What the page of an order is about: the same object while an outlet's facts are. It is there for who has paid also
 * where the menu is not, because its page was switched off or its outlet suspended.
 */
function orderPlaces(pushKey: string): (outletId: string, facts: MenuFacts) => OrderPlace {
  const made = new WeakMap<MenuFacts, OrderPlace>();
  return (outletId, facts) => {
    const { outletName: name, brandImageUrl, zone: timeZone, guestPage, isPublic } = facts;
    const place = made.get(facts) ?? {
      outlet: { id: outletId, name, brandImageUrl, timeZone },
      hasMenu: guestPage && isPublic,
      ...(guestPage && { pushKey }),
    };
    made.set(facts, place);
    return place;
  };
}
