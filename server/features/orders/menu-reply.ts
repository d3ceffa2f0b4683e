import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '#shared/api/contract.ts';
import { rates } from '#shared/base/fees.ts';
import type { Moment } from '#shared/base/menu-hours.ts';
import { isSoldOut } from '#shared/catalogs/pricing.ts';
import { menuAt, nextMenuChange, notServedAt } from '#shared/catalogs/served.ts';
import { guestOrderingOf, orderingOf } from '../../ordering/ordering-state.ts';
import { SharedReply } from '../../http/shared-reply.ts';
import type { CurrentMenu, MenuCatalog, MenuFacts } from './menu-cache.ts';

type Menu = Reply<'GET /customers/outlets/:outletId/menu'>;
type Category = NonNullable<Menu['catalog']>['categories'][number];
type MaySellOut = { soldOutUntil?: string | null | undefined };

/** Menus as customers read them, each serialised once while it stays valid. */
export function menuReplies(): (outletId: string, menu: CurrentMenu, now: Date) => SharedReply<Menu> {
  const made = new WeakMap<MenuFacts, { reply: SharedReply<Menu>; trueUntil: number }>();
  return (outletId, { facts, ordering: row }, now) => {
    const ordering = guestOrderingOf(orderingOf(row, facts.open, now));
    const known = made.get(facts);
    if (known && now.getTime() < known.trueUntil && isDeepStrictEqual(known.reply.body.ordering, ordering))
      return known.reply;
    const { catalog } = facts;
    const moment = { now: now.getTime(), zone: facts.zone, putOff: facts.putOff };
    const changesAt = catalog?.hasHours ? nextMenuChange(catalog.categories, moment) : Infinity;
    const reply = new SharedReply(menuOf(outletId, facts, ordering, moment, changesAt));
    made.set(facts, { reply, trueUntil: Math.min(changesAt, nextChange(catalog?.categories ?? [], now)) });
    return reply;
  };
}

function menuOf(
  outletId: string,
  facts: MenuFacts,
  ordering: Menu['ordering'],
  moment: Moment,
  changesAt: number,
): Menu {
  const now = new Date(moment.now);
  const { catalog } = facts;
  return {
    ordering,
    smallOrderFee: { below: rates.serviceChargeBelow, amount: rates.serviceCharge },
    outlet: {
      id: outletId,
      name: facts.outletName,
      availability: facts.open ? 'open' : 'closed',
      serviceTypeSelected: facts.serviceType,
      brandImageUrl: facts.brandImageUrl,
    },
    ...(catalog?.hasHours && { hours: hoursOf(catalog, moment, changesAt) }),
    catalog: catalog && {
      id: catalog.id,
      name: catalog.name,
      revision: catalog.revision,
      // What was sold out until a time is offered again once that has passed, whatever the catalog still says.
      categories: (catalog.hasHours ? menuAt(catalog.categories, moment) : catalog.categories).map(
        (category) => ({
          ...category,
          list: category.list.map((item) => ({
            ...offered(item, now),
            modifiers: item.modifiers.map((modifier) => ({
              ...modifier,
              list: modifier.list.map((option) => offered(option, now)),
            })),
          })),
        }),
      ),
    },
  };
}

function hoursOf({ categories }: MenuCatalog, moment: Moment, changesAt: number): NonNullable<Menu['hours']> {
  return {
    timeZone: moment.zone,
    asOf: new Date(moment.now).toISOString(),
    changesAt: changesAt === Infinity ? null : new Date(changesAt).toISOString(),
    notServed: notServedAt(categories, moment),
  };
}

function offered<T extends MaySellOut>(entry: T, now: Date): T {
  return !entry.soldOutUntil || isSoldOut(entry, now) ? entry : { ...entry, soldOutUntil: null };
}

/** When the first item that is sold out until a time is offered again, in Unix ms; Infinity if there is none. */
function nextChange(categories: readonly Category[], now: Date): number {
  const items = categories.flatMap((category) => category.list);
  const options = items.flatMap((item) => item.modifiers.flatMap((modifier) => modifier.list));
  return Math.min(
    ...[...items, ...options]
      .filter((entry) => entry.soldOutUntil !== 'session' && isSoldOut(entry, now))
      .map((entry) => Date.parse(entry.soldOutUntil ?? '')),
  );
}
