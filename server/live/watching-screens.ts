import type { ScreenState } from '#shared/api/live.ts';
import type { Clock } from '../core/clock.ts';

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
  /** A screen that can ring begins to watch the outlet, or was heard until now. */
  onListening(outletId: string, heardAt: Date): void;
  /** A screen begins to watch, or reports a new state. */
  onChange(screen: WatchingScreen): void;
  /** A screen has just stopped watching of its own accord. */
  onLeave(screen: WatchingScreen, at: Date): void;
};

type Entry = {
  family: string;
  outletId: string | null;
  cameAt: Date;
  heardAt: Date;
  /** Null until the screen reports; older pages never do, and are assumed to be able to ring. */
  state: ScreenState | null;
};

export type WatchingScreens = ReturnType<typeof watchingScreens>;

/** The state of the screens that are connected to this server, by socket id. */
export function watchingScreens({ clock, onListening, onChange, onLeave }: WatchingScreensOptions) {
  const entries = new Map<string, Entry>();

  function stop(entry: Entry, properly: boolean): void {
    if (entry.outletId !== null && canRing(entry)) onListening(entry.outletId, entry.heardAt);
    const screen = screenOf(entry);
    // The screen may already be here on a newer connection.
    if (properly && screen && !isHere(screen)) onLeave(screen, clock.now());
  }

  const isHere = (screen: WatchingScreen) =>
    [...entries.values()].some(
      ({ outletId, state }) => outletId === screen.outletId && state?.screenId === screen.screenId,
    );

  return {
    connected(socketId: string, family: string): void {
      const now = clock.now();
      entries.set(socketId, { family, outletId: null, cameAt: now, heardAt: now, state: null });
    },

    /** Something arrived from this socket. */
    heard(socketId: string): void {
      const entry = entries.get(socketId);
      if (entry) entry.heardAt = clock.now();
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
      const screen = screenOf(entry);
      if (!screen) return true;
      onChange(screen);
      if (state.silent === null || before?.silent === null) onListening(screen.outletId, entry.heardAt);
      return true;
    },

    watches(socketId: string, outletId: string): void {
      const entry = entries.get(socketId);
      if (!entry) return;
      if (entry.outletId !== outletId) {
        const left = { ...entry };
        Object.assign(entry, { outletId, cameAt: clock.now() });
        stop(left, true);
      }
      if (canRing(entry)) onListening(outletId, entry.heardAt);
      const screen = screenOf(entry);
      if (screen) onChange(screen);
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
      for (const entry of entries.values()) {
        const { outletId, heardAt } = entry;
        if (outletId === null || !canRing(entry)) continue;
        const other = heard.get(outletId);
        if (!other || other < heardAt) heard.set(outletId, heardAt);
      }
      return heard;
    },

    screens: (): WatchingScreen[] => [...entries.values()].flatMap((entry) => screenOf(entry) ?? []),
  };
}

const canRing = ({ state }: Entry) => state === null || state.silent === null;

function screenOf({ outletId, state, family, cameAt, heardAt }: Entry): WatchingScreen | null {
  return outletId === null || state === null ? null : { ...state, outletId, family, cameAt, heardAt };
}
