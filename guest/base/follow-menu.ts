import type { GuestMenu } from '#shared/api/guest-pages.ts';
import type { Reply } from '#shared/api/contract.ts';
import { withStock } from '#shared/catalogs/stock.ts';
import { readMenu } from './calls.ts';
import { openStream } from './event-stream.ts';

type MenuState = Reply<'GET /customers/outlets/:outletId/events'>;

/** How often the menu is read where its changes cannot be followed. */
const POLL_MS = 15_000;
/** The server says something every twenty seconds: a line that was silent for so long is cut, though it looks open. */
const SILENT_MS = 45_000;

/** What a menu changed to, as of the menu before. */
export type MenuChange = (before: GuestMenu) => GuestMenu;

export type FollowedMenu = {
  /** Reads the menu at once, for whenever it may be another than is shown. */
  readAgain(): void;
  leave(): void;
};

/**
 * Follows an outlet's menu until it is left: by the server's events, and by reading it now and then while those do not
 * arrive. Of thousands of pages that are opened at once, one may wait long for its line. An outlet that is no longer to
 * be found is closed.
 * @param version of the menu that the page was served with
 */
export function followMenu(
  { outlet: { id: outletId }, content: served }: GuestMenu,
  version: string,
  onChange: (change: MenuChange) => void,
): FollowedMenu {
  const polling = repeated(() => void read(), POLL_MS);
  let known = version;
  let content = served;
  let [asked, left] = [0, false];
  const line = openLine(`/api/customers/outlets/${outletId}/events`, { onData: heard, onLost: lost });
  polling.start();

  function heard(data: string) {
    const { ordering, availability, stock, ...now } = JSON.parse(data) as MenuState;
    if (now.version === known) return polling.stop();
    // Whether orders are taken is said at once, before all of the menu has come.
    onChange((before) => ({ ...before, ordering, outlet: { ...before.outlet, availability } }));
    if (!stock || now.content !== content) return void read(now.version);
    onChange(({ catalog, ...before }) => ({
      ...before,
      catalog: catalog && { ...catalog, categories: withStock(catalog.categories, stock) },
    }));
    // What is being read may be older.
    asked += 1;
    known = now.version;
    polling.stop();
  }

  function lost() {
    if (line.isGivenUp()) void read();
    polling.start();
  }

  /** @param told the version that the server told of; it is known once it was read */
  async function read(told = '') {
    const nth = (asked += 1);
    const called = await readMenu(outletId);
    // An older menu that comes later replaces no newer one.
    if (left || nth !== asked) return;
    if (called.kind === 'done') {
      known = told;
      content = called.reply.content;
      if (told !== '' && line.isOpen()) polling.stop();
      return onChange(() => called.reply);
    }
    polling.start();
    if (called.kind !== 'refused' || called.status !== 404) return;
    known = '';
    onChange((before) => ({ ...before, outlet: { ...before.outlet, availability: 'closed' } }));
  }

  return {
    readAgain: () => void read(known),
    leave() {
      left = true;
      line.close();
      polling.stop();
    },
  };
}

type LineEvents = {
  onData: (data: string) => void;
  /** It broke, was refused, or was silent for too long. */
  onLost: () => void;
};

/** A line to the server, which is opened anew once it was silent for too long: a phone that slept may have lost it. */
function openLine(address: string, line: LineEvents) {
  const leaving = new AbortController();
  const stream = openStream(address, line);
  const looking = repeated(look, POLL_MS);
  looking.start();
  addEventListener('online', look, leaving);
  document.addEventListener('visibilitychange', () => document.hidden || look(), leaving);

  function look() {
    if (stream.silentMs() <= SILENT_MS) return;
    stream.openAnew();
    line.onLost();
  }

  return {
    ...stream,
    close() {
      leaving.abort();
      looking.stop();
      stream.close();
    },
  };
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
