import type { ScreenState } from '#shared/api/live.ts';
import { CLOCKS_DIFFER_MS, type Clock } from '../core/clock.ts';

/** A screen that watches an outlet and has reported its state. */
export type WatchingScreen = ScreenState & {
  outletId: string;
  /** The sign-in that the screen uses. */
  family: string;
  /** When it began to watch the outlet on this connection. */
  cameAt: Date;
  /** When anything last arrived from it, including an answer to a ping. */
  heardAt: Date;
};

export type WatchingScreensOptions = {
  clock: Clock;
  /** A screen that can ring begins to watch the outlet, is heard again after a silence, or was heard until now. */
  onListening(outletId: string, heardAt: Date): void;
  /** A screen begins to watch, or reports a new state. */
  onChange(screen: WatchingScreen): void;
  /** A screen has just stopped watching of its own accord. */
  onLeave(screen: WatchingScreen, at: Date): void;
};

/**
 * A screen that is heard after more than this is reported at once, in ms. Longer than the time between two pings, so that
 * screens that only answer these are not all reported each time; short enough for the outlet to count as listened at.
 */
const SILENCE_MS = 25_000;

type Entry = {
  family: string;
  /** The outlets that it watches, each with when it began to. */
  outlets: ReadonlyMap<string, Date>;
  heardAt: Date;
  /** Null until the screen reports; older pages never do, and are assumed to be able to ring. */
  state: ScreenState | null;
};

export type WatchingScreens = ReturnType<typeof watchingScreens>;

/** The state of the screens that are connected to this server, by socket id. */
export function watchingScreens({ clock, onListening, onChange, onLeave }: WatchingScreensOptions) {
  const entries = new Map<string, Entry>();

  /** A screen watches no more what it watched before. */
  function stop(before: Entry, properly: boolean): void {
    if (canRing(before)) for (const outletId of before.outlets.keys()) onListening(outletId, before.heardAt);
    // The screen may already be here on a newer connection.
    if (properly) for (const screen of screensOf(before)) if (!isHere(screen)) onLeave(screen, clock.now());
  }

  /** What was heard before the clock was set back was heard by now at the latest. */
  function notAhead(): Entry[] {
    const now = clock.now();
    for (const entry of entries.values()) if (entry.heardAt > now) entry.heardAt = now;
    return [...entries.values()];
  }

  const isHere = (screen: WatchingScreen) =>
    [...entries.values()].some(
      ({ outlets, state }) => outlets.has(screen.outletId) && state?.screenId === screen.screenId,
    );

  return {
    connected(socketId: string, family: string): void {
      const now = clock.now();
      entries.set(socketId, { family, outlets: new Map(), heardAt: now, state: null });
    },

    /** Something arrived from this socket. */
    heard(socketId: string): void {
      const entry = entries.get(socketId);
      if (!entry) return;
      const silentMs = clock.now().getTime() - entry.heardAt.getTime();
      entry.heardAt = clock.now();
      const isNews = silentMs > SILENCE_MS || silentMs < -CLOCKS_DIFFER_MS;
      if (isNews && canRing(entry))
        for (const outletId of entry.outlets.keys()) onListening(outletId, entry.heardAt);
    },

    /**
     * False if the connection belonged to another screen until now: a screen keeps its id from its load to its end.
     */
    said(socketId: string, state: ScreenState): boolean {
      const entry = entries.get(socketId);
      if (!entry) return true;
      const before = entry.state;
      if (before && before.screenId !== state.screenId) return false;
      if (before?.silent === state.silent && before.screenName === state.screenName) return true;
      entry.state = state;
      const rings = state.silent === null || before?.silent === null;
      for (const screen of screensOf(entry)) {
        onChange(screen);
        if (rings) onListening(screen.outletId, entry.heardAt);
      }
      return true;
    },

    /** The screen watches these outlets and no others. */
    watches(socketId: string, outletIds: readonly string[]): void {
      const entry = entries.get(socketId);
      if (!entry) return;
      const before = entry.outlets;
      entry.outlets = new Map(outletIds.map((id) => [id, before.get(id) ?? clock.now()]));
      stop({ ...entry, outlets: new Map([...before].filter(([id]) => !entry.outlets.has(id))) }, true);
      if (canRing(entry)) for (const outletId of outletIds) onListening(outletId, entry.heardAt);
      for (const screen of screensOf(entry)) onChange(screen);
    },

    /** @param properly whether the client closed the connection, and not the server or the network */
    disconnected(socketId: string, properly: boolean): void {
      const entry = entries.get(socketId);
      if (!entry) return;
      entries.delete(socketId);
      stop(entry, properly);
    },

    /** The outlets watched by screens that can ring, and when the last of these was heard. */
    listening(): Map<string, Date> {
      const heard = new Map<string, Date>();
      for (const entry of notAhead()) {
        if (!canRing(entry)) continue;
        for (const outletId of entry.outlets.keys()) {
          const other = heard.get(outletId);
          if (!other || other < entry.heardAt) heard.set(outletId, entry.heardAt);
        }
      }
      return heard;
    },

    /** What the screen is called; null until it has said so. */
    nameOf: (socketId: string): string | null => entries.get(socketId)?.state?.screenName ?? null,

    screens: (): WatchingScreen[] => notAhead().flatMap(screensOf),
  };
}

const canRing = ({ state }: Entry) => state === null || state.silent === null;

/** The screen at each outlet that it watches; none until it has reported its state. */
function screensOf({ outlets, state, family, heardAt }: Entry): WatchingScreen[] {
  if (state === null) return [];
  return [...outlets].map(([outletId, cameAt]) => ({ ...state, outletId, family, cameAt, heardAt }));
}
