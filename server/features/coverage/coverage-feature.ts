import type { AtStations } from '#shared/api/live.ts';
import type { Lapse } from '#shared/base/lapses.ts';
import type { Clock } from '../../core/clock.ts';
import { inBatches } from '../../core/in-batches.ts';
import { reportedChore, type ChoreReports } from '../../core/reported-chore.ts';
import type { Database } from '../../database/database.ts';
import { coverageRepository } from './coverage-repository.ts';
import { contentOf, heardScreens, type Entry } from './heard-screens.ts';

export type CoverageOptions = ChoreReports & {
  database: Database;
  clock: Clock;
  /** How long to rest between looks, in ms; for tests. */
  everyMs?: number | undefined;
};

const LOOK_EVERY_MS = 500;
/** Screens that report in the same moment share a statement. */
const GATHER_MS = 25;
const MOST_AT_ONCE = 1_000;

/**
 * Knows which stations have lapsed. Each server notices the silence of its own screens, in memory, and stores only what
 * changes and, at times, that they are heard still: a report a second must not be a commit a second.
 */
export function coverageFeature({ database, clock, everyMs = LOOK_EVERY_MS, ...reports }: CoverageOptions) {
  const repository = coverageRepository(database, clock.now());
  const screens = heardScreens(clock);
  const keeping = inBatches(store, GATHER_MS, MOST_AT_ONCE);
  const reading = inBatches(readLapses, GATHER_MS, MOST_AT_ONCE);

  async function store(told: Entry[]): Promise<void[]> {
    const now = clock.now();
    const each = [...new Set(told)];
    const said = new Map(each.map((screen) => [screen, contentOf(screen)]));
    await repository.keep(each, now);
    for (const screen of each) if (said.get(screen) === contentOf(screen)) screen.keptAt = now;
    return told.map(() => undefined);
  }

  async function readLapses(outletIds: string[]): Promise<Lapse[][]> {
    const lapses = await repository.lapses([...new Set(outletIds)], clock.now());
    return outletIds.map((id) => lapses.get(id) ?? []);
  }

  async function lookForSilent(): Promise<boolean> {
    const silent = screens.silent();
    await repository.letGo(silent, clock.now());
    silent.forEach(screens.letGo);
    const due = screens.due();
    await Promise.all(due.map((screen) => keeping.add(screen)));
    if (due.length > 0) await repository.forgetOld(clock.now());
    return false;
  }

  return {
    /** A screen says what it shows and prints at these outlets, which are its own; the lapses of each, as stored. */
    async atStations({ screenId, outlets }: AtStations): Promise<Record<string, Lapse[]>> {
      const said = outlets.map((outlet) => screens.hear(screenId, outlet));
      const unkept = [...said.filter(({ keptAt }) => keptAt === null), ...screens.takeAhead()];
      await Promise.all(unkept.map((screen) => keeping.add(screen)));
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
