import { hash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { Reply } from '#shared/api/contract.ts';
import type { GuestPayments } from '#shared/api/customer-routes.ts';
import { rates } from '#shared/base/fees.ts';
import type { Moment } from '#shared/base/menu-hours.ts';
import { isSoldOut } from '#shared/catalogs/pricing.ts';
import { FEW_LEFT, type Portions } from '#shared/catalogs/portions.ts';
import { menuAt, nextMenuChange, notServedAt } from '#shared/catalogs/served.ts';
import { guestOrderingOf, orderingOf } from '../../ordering/ordering-state.ts';
import { SharedReply } from '../../http/shared-reply.ts';
import type { CurrentMenu, MenuCatalog, MenuFacts } from './menu-cache.ts';

type Menu = Reply<'GET /customers/outlets/:outletId/menu'>;
type Category = NonNullable<Menu['catalog']>['categories'][number];
type MaySellOut = { soldOutUntil?: string | null | undefined };

export type MenuRepliesOptions = {
  /** How a seller with this account at the card provider is paid; null: no card can be taken. */
  paymentsOf(account: string | null): GuestPayments | null;
  /** With which guests' browsers subscribe to push messages of the server's. */
  pushKey: string;
};

/** Menus as customers read them, each serialised once while it stays valid. */
export function menuReplies({
  paymentsOf,
  pushKey,
}: MenuRepliesOptions): (outletId: string, menu: CurrentMenu, now: Date) => SharedReply<Menu> {
  const made = new WeakMap<
    MenuFacts,
    { reply: SharedReply<Menu>; few: Portions; madeAt: number; trueUntil: number }
  >();
  return (outletId, { facts, ordering: row, portions }, now) => {
    const ordering = guestOrderingOf(orderingOf(row, facts.open, now));
    const few = fewLeft(portions);
    const known = made.get(facts);
    const same = known && isDeepStrictEqual([known.reply.body.ordering, known.few], [ordering, few]);
    // A clock that was ahead, and is set back, makes a menu of later.
    const isOfNow = known && known.madeAt <= now.getTime() && now.getTime() < known.trueUntil;
    if (same && isOfNow) return known.reply;
    const { catalog } = facts;
    const moment = { now: now.getTime(), zone: facts.zone, putOff: facts.putOff };
    const changesAt = catalog?.hasHours ? nextMenuChange(catalog.categories, moment) : Infinity;
    const reply = new SharedReply(
      menuOf(
        outletId,
        facts,
        { ordering, few, payments: paymentsOf(facts.paymentAccount), pushKey },
        moment,
        changesAt,
      ),
    );
    const trueUntil = Math.min(changesAt, nextChange(catalog?.categories ?? [], now));
    made.set(facts, { reply, few, madeAt: moment.now, trueUntil });
    return reply;
  };
}

/** The counts that guests are told. */
function fewLeft(portions: Portions): Portions {
  return Object.fromEntries(Object.entries(portions).filter(([, left]) => left <= FEW_LEFT));
}

function menuOf(
  outletId: string,
  facts: MenuFacts,
  {
    ordering,
    few,
    payments,
    pushKey,
  }: { ordering: Menu['ordering']; few: Portions; payments: GuestPayments | null; pushKey: string },
  moment: Moment,
  changesAt: number,
): Menu {
  const now = new Date(moment.now);
  const { catalog } = facts;
  return {
    content: contentOf(facts, payments, changesAt),
    ordering,
    smallOrderFee: { below: rates.serviceChargeBelow, amount: rates.serviceCharge },
    outlet: {
      id: outletId,
      name: facts.outletName,
      availability: facts.open ? 'open' : 'closed',
      serviceTypeSelected: facts.serviceType,
      timeZone: facts.zone,
      brandImageUrl: facts.brandImageUrl,
    },
    ...(payments && { payments }),
    ...(facts.guestPage && { pushKey }),
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
            ...leftOf(few[item.id]),
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

/** Names what a menu shows: the same while only its stock changes, and whether orders are taken. */
function contentOf(facts: MenuFacts, payments: GuestPayments | null, changesAt: number): string {
  const { outletName, brandImageUrl, serviceType, zone, putOff, guestPage, catalog } = facts;
  const { id, name, revision, vat } = catalog ?? {};
  const outlet = [outletName, brandImageUrl, serviceType, zone, putOff, guestPage, payments];
  // What is served, and at which prices, is the same until then.
  return hash('sha256', JSON.stringify([outlet, id, name, revision, vat, changesAt]), 'base64url');
}

function hoursOf({ categories }: MenuCatalog, moment: Moment, changesAt: number): NonNullable<Menu['hours']> {
  return {
    timeZone: moment.zone,
    asOf: new Date(moment.now).toISOString(),
    changesAt: changesAt === Infinity ? null : new Date(changesAt).toISOString(),
    notServed: notServedAt(categories, moment),
  };
}

/** None left is sold out, for apps that do not know `left` as well. */
function leftOf(left: number | undefined): { left?: number; soldOutUntil?: 'session' } {
  if (left === undefined) return {};
  return left > 0 ? { left } : { left, soldOutUntil: 'session' };
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
