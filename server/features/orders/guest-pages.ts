import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { GuestPages, GuestPlace } from '#shared/api/guest-pages.ts';
import { guestPolicy, type GuestNeeds, type OtherOrigins } from '../../web-files/page-policies.ts';
import { versionOf, type ReadMenu } from './followed-menus.ts';
import type { ReadPickUp } from './pick-ups.ts';

const brotli = promisify(brotliCompress);
/** Good enough for a page that is compressed once and sent often, and quick enough for one that is not. */
const QUALITY = 5;

/** A page as it goes out. */
type Written = { plain: Buffer; compressed: Buffer; etag: string };

export type GuestPagesOptions = {
  readMenu: ReadMenu;
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
  startsWorker?: boolean;
  draw: (place: GuestPlace) => string;
};

/**
 * Serves the pages for guests under `/o`, each with what it shows in it, so that it can be read before its script is there.
 * They are asked for anew each time, and sent only if they changed.
 */
export async function serveGuestPages(
  server: FastifyInstance,
  { readMenu, readPickUp, readTable }: GuestPagesOptions,
  { folder, others }: ServedFrom,
): Promise<void> {
  const file = path.join(folder, 'render.js');
  if (!existsSync(file)) return;
  const { pages } = (await import(pathToFileURL(file).href)) as { pages: GuestPages };
  const written = writtenPages();

  const missing = (request: FastifyRequest, reply: FastifyReply) =>
    send(request, reply.status(404).header('content-security-policy', guestPolicy({}, others)), () =>
      written.once('missing', () => pages.missing()),
    );

  const page = (find: (params: PageParams) => Promise<Found | null>) =>
    async function answer(request: FastifyRequest<{ Params: PageParams }>, reply: FastifyReply) {
      const found = await find(request.params);
      if (!found) return missing(request, reply);
      const policy = guestPolicy(found, others);
      return send(request, reply.header('content-security-policy', policy), () =>
        written.of(found.reply, found.name, found.draw),
      );
    };

  const menuPage = ({ name, takesCards, startsWorker, draw }: Drawn) =>
    page(async ({ outletId, table: signed }) => {
      const tableName = signed === undefined ? null : readTable(outletId, signed);
      const menu = signed !== undefined && tableName === null ? null : await readMenu(outletId);
      if (!menu) return null;
      const table = signed !== undefined && tableName !== null ? { name: tableName, signed } : null;
      return {
        reply: menu,
        name: `${name} ${signed ?? ''}`,
        payments: takesCards ? menu.body.payments : undefined,
        startsWorker,
        draw: () => draw({ menu: menu.body, version: versionOf(menu), table }),
      };
    });

  const menu = menuPage({ name: 'menu', draw: pages.menu });
  const pay = menuPage({ name: 'pay', takesCards: true, draw: pages.pay });
  const order = menuPage({
    name: 'order',
    startsWorker: true,
    draw: (place) => pages.order(placeOfOrder(place)),
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

/** Of the menu an order's page needs no more. */
const placeOfOrder = ({ menu: { outlet, pushKey } }: GuestPlace) => ({
  outlet,
  ...(pushKey !== undefined && { pushKey }),
});

/** How many tables' pages of one menu are remembered. */
const MOST_OF_MENU = 200;

/** Pages that were made of a reply, for as long as it is the reply. */
function writtenPages() {
  const byReply = new WeakMap<object, Map<string, Promise<Written>>>();
  const forGood = {};

  function of(reply: object, name: string, draw: () => string): Promise<Written> {
    const known = byReply.get(reply) ?? new Map<string, Promise<Written>>();
    byReply.set(reply, known);
    const found = known.get(name) ?? write(draw());
    if (known.size < MOST_OF_MENU) known.set(name, found);
    return found;
  }

  return {
    of,
    once: (name: string, draw: () => string) => of(forGood, name, draw),
  };
}

async function write(page: string): Promise<Written> {
  const plain = Buffer.from(page);
  const params = { [constants.BROTLI_PARAM_QUALITY]: QUALITY };
  const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
  return { plain, compressed: await brotli(plain, { params }), etag };
}

async function send(
  request: FastifyRequest,
  reply: FastifyReply,
  written: () => Promise<Written>,
): Promise<FastifyReply> {
  const { plain, compressed, etag } = await written();
  void reply.headers({ etag, 'cache-control': 'no-cache', vary: 'accept-encoding' });
  const isOk = reply.statusCode === 200;
  if (isOk && request.headers['if-none-match']?.includes(etag)) return reply.status(304).send();
  const takesBrotli = /\bbr\b/.test(request.headers['accept-encoding'] ?? '');
  if (takesBrotli) void reply.header('content-encoding', 'br');
  return reply.type('text/html; charset=utf-8').send(takesBrotli ? compressed : plain);
}
