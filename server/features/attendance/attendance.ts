import type { ChoreReports } from '../../core/reported-chore.ts';
import type { Clock } from '../../core/clock.ts';
import { inBatches } from '../../core/in-batches.ts';
import type { WatchingScreen } from '../../live/watching-screens.ts';
import { repeatedChore } from '../../core/repeated-chore.ts';
import type { Alarms } from './attendance-handlers.ts';
import type { AttendanceRepository } from './attendance-repository.ts';
import type { EndedSignIns, ScreensRepository } from './screens-repository.ts';

/** How often it is stored who still listens; far below the time after which an outlet counts as unattended. */
const KEEP_EVERY_MS = 15_000;
const LOOK_EVERY_MS = 1_000;
/** After a restart or a cut, tills come and go many at once. */
const GATHER_MS = 50;
const MOST_AT_ONCE = 1_000;

export type AttendanceOptions = ChoreReports & {
  repository: AttendanceRepository;
  screens: ScreensRepository;
  live: {
    /** When screens that can ring were last heard, by outlet; only of screens connected to this server. */
    listening(): ReadonlyMap<string, Date>;
    /** The screens that are connected to this server and have reported their state. */
    screens(): WatchingScreen[];
    /** How many sockets this server has. */
    count(): number;
    /** Notifies the seller's screens that are connected to this server. */
    unattendedChanged(sellerId: string): void;
  };
  /** Checksums of what else a seller's screens are notified of, by seller. */
  furtherSums(now: Date): Promise<ReadonlyMap<string, string>>;
  alarms: Alarms;
  clock: Clock;
  /** Called once it is stored that outlets were heard at after something happened there. */
  onHeard(): void;
  /** How long to rest between runs, in ms; for tests. */
  everyMs?: number | undefined;
};

/** Events of screens, in their order. */
type Happening =
  | { kind: 'heard'; outletId: string; heardAt: Date }
  | { kind: 'here'; screen: WatchingScreen }
  | { kind: 'left'; screen: WatchingScreen; leftAt: Date }
  | { kind: 'ended'; families: string[]; sellers: string[]; at: Date };

/**
 * Stores who listens, and notifies sellers' screens when what is unattended changes. Each server polls the database
 * for its own screens, so this needs neither Redis nor another server.
 */
export function attendance(options: AttendanceOptions) {
  const { repository, screens, live, alarms, furtherSums, clock, log, everyMs, onHeard, onRun } = options;
  /** What was heard could not be stored. */
  let owed = false;
  const failed = (error: unknown) => {
    owed = true;
    log.error({ err: error }, 'attendance could not be kept; it is tried again');
  };
  const keeping = repeatedChore(keep, everyMs ?? KEEP_EVERY_MS, (error) => {
    onRun('keep-listening', 'failed');
    failed(error);
  });
  const looking = repeatedChore(tell, everyMs ?? LOOK_EVERY_MS, (error) => {
    onRun('tell-unattended', 'failed');
    failed(error);
  });
  const happenings = inBatches(keepHappenings, GATHER_MS, MOST_AT_ONCE);
  let told = new Map<string, string>();

  async function keep(): Promise<boolean> {
    const now = clock.now();
    await repository.keepListening(live.listening(), clock.now());
    await screens.keep(distinct(live.screens()), clock.now());
    await screens.markSignedOut({ families: [], sellers: [] }, now);
    await screens.forgetOld(now);
    onRun('keep-listening', 'done');
    return false;
  }

  async function tell(): Promise<boolean> {
    if (owed) {
      // Within a second of the database's return, so that orders are taken again.
      await repository.keepListening(live.listening(), clock.now());
      owed = false;
      onHeard();
    }
    if (live.count() > 0) {
      const sums = await repository.unattendedSums(clock.now());
      for (const [seller, sum] of await furtherSums(clock.now()))
        sums.set(seller, `${sums.get(seller) ?? ''} ${sum}`);
      for (const [seller, sum] of await alarms.sums(clock.now()))
        sums.set(seller, [sums.get(seller) ?? '', sum].join(' alarms '));
      const sellers = new Set([...told.keys(), ...sums.keys()]);
      for (const seller of sellers) if (told.get(seller) !== sums.get(seller)) live.unattendedChanged(seller);
      told = sums;
    }
    onRun('tell-unattended', 'done');
    return false;
  }

  async function keepHappenings(all: Happening[]): Promise<void[]> {
    const heard = lastHeard(all);
    await repository.keepListening(heard, clock.now());
    if (heard.size > 0) onHeard();
    const last = new Map<string, Extract<Happening, { kind: 'here' | 'left' }>>();
    for (const one of all) if (one.kind === 'here' || one.kind === 'left') last.set(keyOf(one.screen), one);
    const ends = all.filter((one) => one.kind === 'ended');
    await screens.keep(
      [...last.values()].flatMap((one) => (one.kind === 'here' ? one.screen : [])),
      clock.now(),
    );
    await screens.letGo(
      [...last.values()].flatMap((one) => (one.kind === 'left' ? { ...one.screen, leftAt: one.leftAt } : [])),
      clock.now(),
    );
    for (const { at, ...ended } of ends) await screens.markSignedOut(ended, at);
    void looking.look();
    return all.map(() => undefined);
  }

  const happened = (one: Happening) => void happenings.add(one).catch(failed);

  return {
    /** A screen that can ring begins to watch the outlet, or has just ceased to be heard. */
    listened: (outletId: string, heardAt: Date) => happened({ kind: 'heard', outletId, heardAt }),
    /** A screen begins to watch, or reports a new state. */
    screenChanged: (screen: WatchingScreen) => happened({ kind: 'here', screen }),
    /** A screen stops watching of its own accord. */
    screenLeft: (screen: WatchingScreen, leftAt: Date) => happened({ kind: 'left', screen, leftAt }),
    /** The screens of these sign-ins cannot watch any more. */
    signInsEnded: (ended: Partial<EndedSignIns>) =>
      happened({ kind: 'ended', families: [], sellers: [], ...ended, at: clock.now() }),
    /** A screen without a socket was heard; resolves once that is stored. */
    async heardByCall(screen: WatchingScreen): Promise<void> {
      const { outletId, heardAt } = screen;
      if (screen.silent === null) {
        await repository.keepListening(new Map([[outletId, heardAt]]), clock.now());
        onHeard();
      }
      happened({ kind: 'here', screen });
    },
    /** Something that was unattended may have been attended to. */
    lookSoon: () => void looking.look(),
    /** Stores and checks everything now. */
    async look(): Promise<void> {
      await happenings.settled();
      await keeping.look();
      await looking.look();
    },
    /** Stores what is pending; nothing runs afterwards. */
    async stop(): Promise<void> {
      await happenings.settled();
      await Promise.all([keeping.stop(), looking.stop()]);
    },
  };
}

const keyOf = ({ outletId, screenId }: WatchingScreen) => `${outletId} ${screenId}`;

/** A screen may be listed twice if its older connection is dead and nobody has noticed yet; the newer one wins. */
function distinct(screens: WatchingScreen[]): WatchingScreen[] {
  const oldestFirst = screens.toSorted((a, b) => a.heardAt.getTime() - b.heardAt.getTime());
  return [...new Map(oldestFirst.map((screen) => [keyOf(screen), screen])).values()];
}

function lastHeard(all: Happening[]): Map<string, Date> {
  const heard = new Map<string, Date>();
  for (const one of all) {
    if (one.kind !== 'heard') continue;
    const other = heard.get(one.outletId);
    if (!other || other < one.heardAt) heard.set(one.outletId, one.heardAt);
  }
  return heard;
}
