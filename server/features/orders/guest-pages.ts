import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GuestPages, GuestPlace, OrderPlace } from '#shared/api/guest-pages.ts';
import { id } from '#shared/api/fields.ts';
import { unstorableText } from '../../http/unstorable-text.ts';
import { networkOf } from '../../limits/network.ts';
import { guestHeaders, type GuestNeeds, type OtherOrigins } from '../../web-files/page-policies.ts';
import type { SharedReply } from '../../http/shared-reply.ts';
import { versionOf, type Menu } from './followed-menus.ts';
import type { ReadPickUp } from './pick-ups.ts';
import { tablePages } from './table-pages.ts';
import { writtenPages, type Written } from './written-pages.ts';

/** An outlet's menu for its page, unless the owner has switched that off, having an app of their own. Null: none is public. */
export type ReadMenuForPage = (outletId: string) => Promise<SharedReply<Menu> | 'switchedOff' | null>;
/** What the page of an order of an outlet is about: the same object while it does not change. Null: no such outlet. */
export type ReadOrderPlace = (outletId: string) => Promise<OrderPlace | null>;

export type GuestPagesOptions = {
  readMenu: ReadMenuForPage;
  readOrderPlace: ReadOrderPlace;
  readPickUp: ReadPickUp;
  /** The name of a table of an outlet by the part of an address that was signed for it; null if it was not. */
  readTable(outletId: string, signed: string): string | null;
};

/** What the server knows of where the pages come from. */
export type ServedFrom = {
  /** Where the build put the module that renders them. */
  folder: string;
  others: OtherOrigins;
};

type PageParams = { outletId: string; table?: string };
/** A page, and the reply that it is made of. */
type Found = GuestNeeds & { reply: object; name: string; draw: () => string };
type Drawn = {
  name: string;
  takesCards?: boolean;
  draw: (place: GuestPlace) => string;
};

/**
 * Serves the pages for guests under `/o`, each with what it shows in it, so that it can be read before its script is there.
 * They are asked for anew each time, and sent only if they changed.
 */
export async function serveGuestPages(
  server: FastifyInstance,
  { readMenu, readOrderPlace, readPickUp, readTable }: GuestPagesOptions,
  { folder, others }: ServedFrom,
): Promise<void> {
  const file = path.join(folder, 'render.js');
  if (!existsSync(file)) return;
  const { pages } = (await import(pathToFileURL(file).href)) as { pages: GuestPages };
  const { missing, page } = answers(pages, others);

  const menuPage = ({ name, takesCards, draw }: Drawn) =>
    page(async ({ outletId, table: signed }) => {
      const tableName = signed === undefined ? null : readTable(outletId, signed);
      if (signed !== undefined && tableName === null) return null;
      const menu = await readMenu(outletId);
      if (menu === null || menu === 'switchedOff') return menu;
      const table = signed !== undefined && tableName !== null ? { name: tableName, signed } : null;
      return {
        reply: menu,
        name: `${name} ${signed ?? ''}`,
        payments: takesCards ? menu.body.payments : undefined,
        draw: () => draw({ menu: menu.body, version: versionOf(menu), table }),
      };
    });

  const ofTables = (draw: GuestPages['menu']) => tablePages(draw, pages.atTable);
  const menu = menuPage({ name: 'menu', draw: ofTables(pages.menu) });
  const pay = menuPage({ name: 'pay', takesCards: true, draw: ofTables(pages.pay) });
  const order = page(async ({ outletId }) => {
    const place = await readOrderPlace(outletId);
    return place && { reply: place, name: 'order', startsWorker: true, draw: () => pages.order(place) };
  });
  const pickUpScreen = page(async ({ outletId }) => {
    const pickUp = await readPickUp(outletId);
    if (!pickUp) return null;
    return { reply: pickUp, name: 'pick-up', draw: () => pages.pickUp({ outletId, pickUp: pickUp.body }) };
  });
  server.get('/o/:outletId', menu);
  server.get('/o/:outletId/t/:table', menu);
  server.get('/o/:outletId/pay', pay);
  server.get('/o/:outletId/t/:table/pay', pay);
  server.get('/o/:outletId/orders/:orderId', order);
  server.get('/o/:outletId/screen', pickUpScreen);
  server.get('/o/*', missing);
}

/** What answers with a page, and what answers that there is none. */
function answers(pages: GuestPages, others: OtherOrigins) {
  const written = writtenPages();
  const forGood = {};

  const absent =
    (name: 'missing' | 'switchedOff') => async (request: FastifyRequest, reply: FastifyReply) => {
      const reader = networkOf(request.ip);
      const page = await written({ name, reply: forGood, draw: () => pages[name](), reader });
      return send(request, reply.status(404).headers(guestHeaders({}, others)), page);
    };
  const missing = absent('missing');
  const switchedOff = absent('switchedOff');

  const page = (find: (params: PageParams) => Promise<Found | 'switchedOff' | null>) =>
    async function answer(request: FastifyRequest<{ Params: PageParams }>, reply: FastifyReply) {
      const { outletId } = request.params;
      const found = isOutletId(outletId) ? await find(request.params) : null;
      if (!found) return missing(request, reply);
      if (found === 'switchedOff') return switchedOff(request, reply);
      const reader = networkOf(request.ip);
      const drawn = await written({ ...found, name: `${outletId} ${found.name}`, reader });
      return send(request, reply.headers(guestHeaders(found, others)), drawn);
    };

  return { missing, page };
}

/**
 * Whether it could be an outlet's. Reads that are asked for at once are one statement, which would fail for all who
 * asked if one of them named what no database can store.
 */
const isOutletId = (text: string) => id.safeParse(text).success && unstorableText(text).length === 0;

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, compressed, etag }: Written,
): FastifyReply {
  void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  const isOk = reply.statusCode === 200;
  if (isOk && request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  if (takesBrotli) void reply.header('content-encoding', 'br');
  return reply.type('text/html; charset=utf-8').send(takesBrotli ? compressed : plain);
}
