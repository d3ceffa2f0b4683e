import type { AtStations, OutletAtStations } from '#shared/api/live.ts';
import type { Lapse } from '#shared/base/lapses.ts';
import type { Clock } from '../../core/clock.ts';
import { inBatches } from '../../core/in-batches.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { Database } from '../../database/database.ts';
import { coverageRepository, KEEP_EVERY_MS, type HeardScreen } from './coverage-repository.ts';

export type CoverageOptions = ChoreReports & {
  database: Database;
  clock: Clock;
  /** How long to rest between looks, in ms; for tests. */
  everyMs?: number | undefined;
};

/** A screen reports once a second; it is silent after this. */
const SILENT_AFTER_MS = 3_000;
const LOOK_EVERY_MS = 500;
/** Screens that report in the same moment share a statement. */
const GATHER_MS = 25;
const MOST_AT_ONCE = 1_000;

/** A screen that is heard at this server, and when it was stored last; null if what it says is not stored. */
type Entry = HeardScreen & { keptAt: Date | null };

/**
 * Knows which stations have lapsed. Each server notices the silence of its own screens, in memory, and stores only what
 * changes and, at times, that they are heard still: a report a second must not be a commit a second.
 */
export function coverageFeature({ database, clock, everyMs = LOOK_EVERY_MS, ...reports }: CoverageOptions) {
  const repository = coverageRepository(database, clock.now());
  const entries = new Map<string, Entry>();
  const keeping = inBatches(store, GATHER_MS, MOST_AT_ONCE);
  const reading = inBatches(readLapses, GATHER_MS, MOST_AT_ONCE);

  async function store(screens: Entry[]): Promise<void[]> {
    const now = clock.now();
    const each = [...new Set(screens)];
    const said = new Map(each.map((screen) => [screen, contentOf(screen)]));
    await repository.keep(each);
    for (const screen of each) if (said.get(screen) === contentOf(screen)) screen.keptAt = now;
    return screens.map(() => undefined);
  }

  async function readLapses(outletIds: string[]): Promise<Lapse[][]> {
    const lapses = await repository.lapses([...new Set(outletIds)], clock.now());
    return outletIds.map((id) => lapses.get(id) ?? []);
  }

  function hear(screenId: string, { outletId, shows, prints, cannotPrint }: OutletAtStations): Entry {
    const key = `${outletId} ${screenId}`;
    const now = clock.now();
    const before = entries.get(key);
    const entry = before ?? {
      ...{ outletId, screenId, shows, prints: {}, shownSince: now, heardAt: now, keptAt: null },
    };
    const failed = cannotPrint.map((id) => [id, before?.prints[id] ?? now.toISOString()] as const);
    const next = { shows, prints: Object.fromEntries([...failed, ...prints.map((id) => [id, null])]) };
    if (contentOf(entry) !== contentOf(next)) {
      if (entry.shows !== shows) entry.shownSince = now;
      Object.assign(entry, next, { keptAt: null });
    }
    entry.heardAt = now;
    entries.set(key, entry);
    return entry;
  }

  async function lookForSilent(): Promise<boolean> {
    const now = clock.now().getTime();
    const since = (at: Date | null) => (at === null ? 0 : now - at.getTime());
    const silent = [...entries].filter(([, { heardAt }]) => since(heardAt) > SILENT_AFTER_MS);
    const last = silent.map(([key, entry]) => ({ key, entry, heardAt: entry.heardAt }));
    await repository.letGo(last.map(({ entry }) => ({ ...entry })));
    for (const { key, entry, heardAt } of last) {
      // It may have been heard while this was stored.
      if (entry.heardAt === heardAt) entries.delete(key);
      else entry.keptAt = null;
    }
    const due = [...entries.values()].filter(({ keptAt }) => since(keptAt) >= KEEP_EVERY_MS);
    if (due.length > 0) {
      await Promise.all(due.map((entry) => keeping.add(entry)));
      await repository.forgetOld(clock.now());
    }
    return false;
  }

  return {
    /** A screen says what it shows and prints at these outlets, which are its own; the lapses of each, as stored. */
    async atStations({ screenId, outlets }: AtStations): Promise<Record<string, Lapse[]>> {
      const said = outlets.map((outlet) => hear(screenId, outlet));
      await Promise.all(said.filter(({ keptAt }) => keptAt === null).map((entry) => keeping.add(entry)));
      const lapses = await Promise.all(outlets.map(({ outletId }) => reading.add(outletId)));
      return Object.fromEntries(outlets.map(({ outletId }, at) => [outletId, lapses[at] ?? []]));
    },

    chore: reportedChore({
      ...reports,
      name: 'look-for-silent-stations',
      run: lookForSilent,
      everyMs,
      failure: 'silent stations could not be stored; it is tried again',
    }),
  };
}

const contentOf = ({ shows, prints }: Pick<HeardScreen, 'shows' | 'prints'>): string =>
  JSON.stringify([shows, Object.entries(prints).toSorted(([one], [other]) => (one < other ? -1 : 1))]);
