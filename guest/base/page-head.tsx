import type { GuestPlace } from '#shared/api/guest-pages.ts';
import { canBeOrdered } from '#shared/catalogs/pricing.ts';
import { OutletHead } from './outlet-head.tsx';
import { timeOnWall } from '#shared/base/time-on-wall.ts';

type Menu = GuestPlace['menu'];

const NO_MENU = 'There is no menu here just now.';

/** Why nothing can be ordered now, in words for a guest; null if it can. */
export function orderingWords({ outlet, ordering, payments, catalog }: Menu): string | null {
  if (outlet.availability === 'closed') return `${outlet.name} is closed just now.`;
  if (ordering.state !== 'open') {
    const until = ordering.until ? ` until ${timeOnWall(ordering.until, outlet.timeZone)}` : ' just now';
    return `No orders are taken${until}. ${ordering.message ?? ''}`.trim();
  }
  if (!payments) return 'Cards cannot be taken here just now. Please order at the bar.';
  return catalog ? null : NO_MENU;
}

/**
 * That nothing on the menu can be chosen now, in words for a guest; null if something can. A basket of before may still
 * be paid for.
 */
export function nothingToChoose({ outlet, catalog, hours }: Menu, now = new Date()): string | null {
  const items = catalog?.categories.flatMap(({ list }) => list) ?? [];
  if (items.some((item) => canBeOrdered(item, now))) return null;
  const notServed = hours?.notServed ?? [];
  if (items.length > 0)
    return notServed.length > 0 ? 'All that is served now is sold out.' : 'Everything is sold out just now.';
  if (notServed.length === 0) return NO_MENU;
  const [from] = notServed.flatMap((one) => one.from ?? []).toSorted();
  return from === undefined
    ? 'Nothing is served just now.'
    : `Nothing is served until ${timeOnWall(from, outlet.timeZone, now.getTime())}.`;
}

type PageHeadProps = Pick<GuestPlace, 'table'> & {
  menu: Menu;
  /** Why nothing can be ordered here now. */
  refusal: string | null;
};

/** Whose page it is, which table, and whether orders are taken. */
export function PageHead({ menu, table, refusal }: PageHeadProps) {
  const cannot = refusal ?? nothingToChoose(menu);
  return (
    <OutletHead outlet={menu.outlet} where={whereTo(menu, table)}>
      <p class={`status ${cannot ? 'status-closed' : 'status-open'}`} role="status">
        {cannot ?? 'Open: order and pay here.'}
      </p>
    </OutletHead>
  );
}

export function whereTo({ outlet }: Menu, table: GuestPlace['table']): string {
  if (table) return `Table ${table.name}`;
  return outlet.serviceTypeSelected === 'table-number' ? 'To your table' : 'For collection';
}
