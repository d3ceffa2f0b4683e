import { assertNever } from '#shared/base/assert-never.ts';
import { MOST_COUNTED, type PortionsReply } from '#shared/api/portions.ts';
import type { Portions } from '#shared/catalogs/portions.ts';
import type { Database } from '../../database/database.ts';
import { notFound, refuse, type Refusal } from '../../http/refusal.ts';
import type { RouteHandlers } from '../../http/serve.ts';
import type { LiveFeed } from '../../live/live-feed.ts';
import type { MenuCache } from './menu-cache.ts';
import { portionsRepository } from './portions-repository.ts';

type PortionsHandlers = Pick<
  RouteHandlers,
  'GET /sellers/outlets/:outletId/portions' | 'POST /sellers/outlets/:outletId/portions'
>;
export type PortionsOptions = {
  database: Database;
  menus: Pick<MenuCache, 'load'>;
  live: Pick<LiveFeed, 'portionsChanged'>;
};

/** What an outlet has left of its items. */
export function portionsHandlers({ database, menus, live }: PortionsOptions): PortionsHandlers {
  const counts = portionsRepository(database);
  return {
    async 'GET /sellers/outlets/:outletId/portions'({ caller, params: { outletId } }) {
      const portions = await counts.find(caller.id, outletId);
      return portions ? replyOf(portions) : notFound();
    },

    async 'POST /sellers/outlets/:outletId/portions'({ caller, params: { outletId }, body }) {
      if ((await counts.find(caller.id, outletId)) === null) return notFound();
      // What is no longer on the menu may still cease to be counted.
      const ceases = 'left' in body && body.left === null;
      const menu = ceases ? null : await menus.load(outletId);
      const items = menu?.facts.catalog?.saved.flatMap(({ list }) => list) ?? [];
      if (!ceases && !items.some(({ id }) => id === body.itemId)) return notOnMenu();
      const outcome = await counts.count(caller.id, outletId, body);
      switch (outcome.kind) {
        case 'counted':
          live.portionsChanged(outletId);
          return replyOf(outcome.portions);
        case 'not-found':
          return notFound();
        case 'not-counted':
          return refuse(
            409,
            'NOT_COUNTED',
            'This item is not counted any more. Please say how many are left.',
          );
        case 'too-many':
          return refuse(422, 'TOO_MANY_COUNTED', `An outlet counts up to ${MOST_COUNTED} items.`);
        default:
          return assertNever(outcome);
      }
    },
  };
}

function replyOf(portions: Portions): PortionsReply {
  return { portions: Object.entries(portions).map(([itemId, left]) => ({ itemId, left })) };
}

function notOnMenu(): Refusal {
  const message = 'This is not on the menu of this outlet.';
  return refuse(422, 'UNKNOWN_ITEM', message, { fields: { itemId: message } });
}
