import type { GuestPlace } from '#shared/api/guest-pages.ts';
import { OutletHead } from './outlet-head.tsx';
import { timeOnWall } from '#shared/base/time-on-wall.ts';

type Menu = GuestPlace['menu'];

/** Why nothing can be ordered now, in words for a guest; null if it can. */
export function orderingWords({ outlet, ordering, payments, catalog }: Menu): string | null {
  if (outlet.availability === 'closed') return `${outlet.name} is closed just now.`;
  if (ordering.state !== 'open') {
    const until = ordering.until ? ` until ${timeOnWall(ordering.until, outlet.timeZone)}` : ' just now';
    return `No orders are taken${until}. ${ordering.message ?? ''}`.trim();
  }
  if (!payments) return 'Cards cannot be taken here just now. Please order at the bar.';
  return catalog ? null : 'There is no menu here just now.';
}

type PageHeadProps = Pick<GuestPlace, 'table'> & {
  menu: Menu;
  /** Why nothing can be ordered here now. */
  refusal: string | null;
};

/** Whose page it is, which table, and whether orders are taken. */
export function PageHead({ menu, table, refusal }: PageHeadProps) {
  return (
    <OutletHead outlet={menu.outlet} where={whereTo(menu, table)}>
      <p class={`status ${refusal ? 'status-closed' : 'status-open'}`} role="status">
        {refusal ?? 'Open: order and pay here.'}
      </p>
    </OutletHead>
  );
}

export function whereTo({ outlet }: Menu, table: GuestPlace['table']): string {
  if (table) return `Table ${table.name}`;
  return outlet.serviceTypeSelected === 'table-number' ? 'To your table' : 'For collection';
}
