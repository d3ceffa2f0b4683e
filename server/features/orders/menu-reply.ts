import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '#shared/api/contract.ts';
import { rates } from '#shared/base/fees.ts';
import { isSoldOut } from '#shared/catalogs/pricing.ts';
import { guestOrderingOf, orderingOf } from '../../ordering/ordering-state.ts';
import { SharedReply } from '../../http/shared-reply.ts';
import type { CurrentMenu, MenuFacts } from './menu-cache.ts';

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
    const reply = new SharedReply(menuOf(outletId, facts, ordering, now));
    made.set(facts, { reply, trueUntil: nextChange(facts.catalog?.categories ?? [], now) });
    return reply;
  };
}

function menuOf(outletId: string, facts: MenuFacts, ordering: Menu['ordering'], now: Date): Menu {
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
    catalog: facts.catalog && {
      id: facts.catalog.id,
      name: facts.catalog.name,
      revision: facts.catalog.revision,
      // What was sold out until a time is offered again once that has passed, whatever the catalog still says.
      categories: facts.catalog.categories.map((category) => ({
        ...category,
        list: category.list.map((item) => ({
          ...offered(item, now),
          modifiers: item.modifiers.map((modifier) => ({
            ...modifier,
            list: modifier.list.map((option) => offered(option, now)),
          })),
        })),
      })),
    },
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
