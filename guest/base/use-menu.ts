import { useEffect, useState } from 'preact/hooks';
import type { GuestMenu, GuestPlace } from '#shared/api/guest-pages.ts';
import { followMenu } from './follow-menu.ts';

/** The menu as it is now: as it was served, then after each change that became known. */
export function useMenu({ menu: served, version }: GuestPlace): GuestMenu {
  const [menu, setMenu] = useState(served);
  const outletId = served.outlet.id;
  useEffect(() => followMenu(outletId, version, setMenu), [outletId, version]);
  return menu;
}
