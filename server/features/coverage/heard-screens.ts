import type { OutletAtStations } from '#shared/api/live.ts';
import type { Clock } from '../../core/clock.ts';
import { KEEP_EVERY_MS, type HeardScreen } from './coverage-repository.ts';

/** A screen reports once a second; it is silent after this. */
const SILENT_AFTER_MS = 3_000;

/** A screen that is heard at this server, and when it was stored last; null if what it says is not stored. */
export type Entry = HeardScreen & { keptAt: Date | null };

/** The screens of stations that this server hears, in memory. */
export function heardScreens(clock: Clock) {
  const entries = new Map<string, Entry>();
  const { timeNow, takeAhead } = notAhead(entries, clock);
  const agedMs = (at: Date | null) => (at === null ? 0 : timeNow().getTime() - at.getTime());

  return {
    /** The screen as it is now; its `keptAt` is null if it said something new. */
    hear(screenId: string, { outletId, shows, prints, cannotPrint }: OutletAtStations): Entry {
      const key = `${outletId} ${screenId}`;
      const now = timeNow();
      const entry: Entry = entries.get(key) ?? {
        outletId,
        screenId,
        shows,
        prints: {},
        shownSince: now,
        heardAt: now,
        keptAt: null,
      };
      const failed = cannotPrint.map((id) => [id, entry.prints[id] ?? now.toISOString()] as const);
      const next = { shows, prints: Object.fromEntries([...failed, ...prints.map((id) => [id, null])]) };
      if (contentOf(entry) !== contentOf(next)) {
        if (entry.shows !== shows) entry.shownSince = now;
        Object.assign(entry, next, { keptAt: null });
      }
      entry.heardAt = now;
      entries.set(key, entry);
      return entry;
    },

    /** Those that are silent by now, as they were heard last. */
    silent: (): HeardScreen[] =>
      [...entries.values()]
        .filter(({ heardAt }) => agedMs(heardAt) > SILENT_AFTER_MS)
        .map((entry) => ({ ...entry })),

    /** It is stored that this screen is gone; it may have been heard meanwhile. */
    letGo({ outletId, screenId, heardAt }: HeardScreen): void {
      const key = `${outletId} ${screenId}`;
      const entry = entries.get(key);
      if (entry?.heardAt.getTime() === heardAt.getTime()) entries.delete(key);
      else if (entry) entry.keptAt = null;
    },

    /** Those that were stored a while ago, or with a time that is still to come. */
    due: (): Entry[] => [
      ...[...entries.values()].filter(({ keptAt }) => agedMs(keptAt) >= KEEP_EVERY_MS),
      ...takeAhead(),
    ],

    /** Those that are stored with a time that is still to come, once; whoever reads lapses stores them first. */
    takeAhead,
  };
}

/** Tells the time. Where it was set back, what was heard before was heard by now at the latest, and is stored as such. */
function notAhead(entries: ReadonlyMap<string, Entry>, clock: Clock) {
  let latest = clock.now();
  let ahead = new Set<Entry>();
  return {
    timeNow(): Date {
      const now = clock.now();
      if (now < latest)
        for (const entry of entries.values())
          if (entry.heardAt > now) {
            Object.assign(entry, { heardAt: now, keptAt: null });
            ahead.add(entry);
          }
      latest = now;
      return now;
    },
    takeAhead(): Entry[] {
      const taken = [...ahead];
      ahead = new Set();
      return taken;
    },
  };
}

/** What of a screen is stored at once when it changes, as text. */
export const contentOf = ({ shows, prints }: Pick<HeardScreen, 'shows' | 'prints'>): string =>
  JSON.stringify([shows, Object.entries(prints).toSorted(([one], [other]) => (one < other ? -1 : 1))]);
