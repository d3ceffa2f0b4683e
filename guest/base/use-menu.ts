import { useCallback, useEffect, useState } from 'preact/hooks';
import type { GuestMenu, GuestPlace } from '#shared/api/guest-pages.ts';
import type { Reply } from '#shared/api/contract.ts';
import { readMenu } from './calls.ts';

type MenuState = Reply<'GET /customers/outlets/:outletId/events'>;

/** How often the menu is read where its changes cannot be followed. */
const POLL_MS = 15_000;

/**
 * The menu as it is now: as it was served, then after each change that the server tells of. Where that cannot be
 * followed it is read now and then.
 */
export function useMenu({ menu: served, version }: GuestPlace): GuestMenu {
  const [menu, setMenu] = useState(served);
  const outletId = served.outlet.id;
  const read = useCallback(async () => {
    const called = await readMenu(outletId);
    if (called.kind === 'done') setMenu(called.reply);
  }, [outletId]);
  useEffect(() => {
    let polling: ReturnType<typeof setInterval> | undefined;
    let known = version;
    const events = new EventSource(`/api/customers/outlets/${outletId}/events`);
    events.addEventListener('message', ({ data }) => {
      const { ordering, availability, ...now } = JSON.parse(data as string) as MenuState;
      if (now.version === known) return;
      known = now.version;
      // Whether orders are taken is said at once, before all of the menu has come.
      setMenu((before) => ({ ...before, ordering, outlet: { ...before.outlet, availability } }));
      void read();
    });
    events.addEventListener('open', () => {
      clearInterval(polling);
      polling = undefined;
    });
    events.addEventListener('error', () => {
      polling ??= setInterval(() => void read(), POLL_MS);
    });
    return () => {
      events.close();
      clearInterval(polling);
    };
  }, [outletId, version, read]);
  return menu;
}
