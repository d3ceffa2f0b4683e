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
    const polling = repeated(poll, POLL_MS);
    let asked = 0;
    let events = follow();

    /** @param told the version that the server told of; it is known once it was read */
    async function read(told = '') {
      const nth = (asked += 1);
      const called = await readMenu(outletId);
      // An older menu that comes later replaces no newer one.
      if (nth !== asked) return;
      if (called.kind === 'done') {
        known = told;
        if (events.readyState === EventSource.OPEN) polling.stop();
        return setMenu(called.reply);
      }
      polling.start();
      if (called.kind !== 'refused' || called.status !== 404) return;
      known = '';
      setMenu((before) => ({ ...before, outlet: { ...before.outlet, availability: 'closed' } }));
    }

    function follow() {
      const opened = new EventSource(`/api/customers/outlets/${outletId}/events`);
      opened.addEventListener('message', ({ data }) => {
        const { ordering, availability, ...now } = JSON.parse(data as string) as MenuState;
        if (now.version === known) return polling.stop();
        // Whether orders are taken is said at once, before all of the menu has come.
        setMenu((before) => ({ ...before, ordering, outlet: { ...before.outlet, availability } }));
        void read(now.version);
      });
      opened.addEventListener('error', () => {
        // It was refused, and the browser does not try again.
        if (opened.readyState === EventSource.CLOSED) void read();
        polling.start();
      });
      return opened;
    }

    function poll() {
      if (events.readyState === EventSource.CLOSED) events = follow();
      else void read();
    }

    return () => {
      events.close();
      polling.stop();
    };
  }, [outletId, version]);
  return menu;
}

/** Work that is done every `everyMs` from `start` to `stop`. */
function repeated(work: () => void, everyMs: number) {
  let timer: ReturnType<typeof setInterval> | undefined;
  return {
    start() {
      timer ??= setInterval(work, everyMs);
    },
    stop() {
      clearInterval(timer);
      timer = undefined;
    },
  };
}
