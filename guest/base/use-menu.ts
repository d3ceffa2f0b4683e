import { useEffect, useState } from 'preact/hooks';
import type { GuestMenu, GuestPlace } from '#shared/api/guest-pages.ts';
import type { Reply } from '#shared/api/contract.ts';
import { readMenu } from './calls.ts';

type MenuState = Reply<'GET /customers/outlets/:outletId/events'>;

/** How often the menu is read where its changes cannot be followed. */
const POLL_MS = 15_000;

/**
 * The menu as it is now: as it was served, then after each change that the server tells of. Where that cannot be
 * followed it is read now and then. An outlet that is no longer to be found is closed.
 */
export function useMenu({ menu: served, version }: GuestPlace): GuestMenu {
  const [menu, setMenu] = useState(served);
  const outletId = served.outlet.id;
  useEffect(() => {
    let known = version;
    let polling: ReturnType<typeof setInterval> | undefined;
    let events = follow();

    async function read() {
      const called = await readMenu(outletId);
      if (called.kind === 'done') setMenu(called.reply);
      if (called.kind !== 'refused' || called.status !== 404) return;
      known = '';
      setMenu((before) => ({ ...before, outlet: { ...before.outlet, availability: 'closed' } }));
    }

    function follow() {
      const opened = new EventSource(`/api/customers/outlets/${outletId}/events`);
      opened.addEventListener('message', ({ data }) => {
        const { ordering, availability, ...now } = JSON.parse(data as string) as MenuState;
        if (now.version === known) return;
        known = now.version;
        // Whether orders are taken is said at once, before all of the menu has come.
        setMenu((before) => ({ ...before, ordering, outlet: { ...before.outlet, availability } }));
        void read();
      });
      opened.addEventListener('open', () => {
        clearInterval(polling);
        polling = undefined;
      });
      opened.addEventListener('error', () => {
        // It was refused, and the browser does not try again.
        if (opened.readyState === EventSource.CLOSED) void read();
        polling ??= setInterval(poll, POLL_MS);
      });
      return opened;
    }

    function poll() {
      if (events.readyState === EventSource.CLOSED) events = follow();
      else void read();
    }

    return () => {
      events.close();
      clearInterval(polling);
    };
  }, [outletId, version]);
  return menu;
}
