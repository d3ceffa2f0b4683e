import type { Station } from '#shared/api/stations.ts';
import type { Lapse } from '#shared/base/lapses.ts';

/** What a screen shows and prints of an outlet's stations. */
export type StationScreen = {
  /** Null for all of them. */
  shows: string | null;
  /** Since when it shows that. */
  shownSince: Date;
  /** The stations that its printers print for, each with since when they cannot, ISO 8601; null if they can. */
  prints: Readonly<Record<string, string | null>>;
  /** Null while it is heard. */
  goneAt: Date | null;
};

/**
 * The stations that cannot have their lines now. A station that has had screens of its own in this session needs one of
 * them, or they show all stations; one that has had none needs any screen that shows its lines. A station that has had
 * printers needs one that can print. While no screen is heard at all there is nobody to hand over to.
 */
export function lapsesOf(
  stations: readonly Pick<Station, 'id'>[],
  screens: readonly StationScreen[],
): Lapse[] {
  const heard = screens.filter(({ goneAt }) => goneAt === null);
  if (heard.length === 0) return [];
  return stations.flatMap(({ id }): Lapse[] => {
    const printers = screens.filter(({ prints }) => Object.hasOwn(prints, id));
    const prints = printers.some((screen) => screen.goneAt === null && screen.prints[id] === null);
    const own = screens.filter(({ shows }) => shows === id);
    if (own.some(({ goneAt }) => goneAt === null) || (own.length === 0 && isShownToAll(heard)))
      return printers.length === 0 || prints
        ? []
        : [{ stationId: id, why: 'printer', prints, since: sincePrinted(printers, id) }];
    const [why, times] =
      own.length > 0
        ? (['silent', own.map(({ goneAt }) => goneAt)] as const)
        : (['unwatched', heard.map(({ shownSince }) => shownSince)] as const);
    return [{ stationId: id, why, prints, since: latest(times) }];
  });
}

const isShownToAll = (heard: readonly StationScreen[]) => heard.some(({ shows }) => shows === null);

/** The last time at which one of its printers could print, as far as it is known. */
const sincePrinted = (printers: readonly StationScreen[], id: string) =>
  latest(printers.map(({ goneAt, prints }) => earlier(goneAt, prints[id])));

function earlier(goneAt: Date | null, problemSince: string | null | undefined): Date | null {
  if (problemSince === null || problemSince === undefined) return goneAt;
  const failed = new Date(problemSince);
  return goneAt !== null && goneAt < failed ? goneAt : failed;
}

const latest = (times: readonly (Date | null)[]): string =>
  new Date(Math.max(...times.map((time) => time?.getTime() ?? 0))).toISOString();
