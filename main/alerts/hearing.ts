import { faultAlarm } from '#shared/base/fault-alarm.ts';
import { DEAF_TOLD_AFTER_MS, faultMustSound, type Deaf, type SilentReason } from '#shared/base/hearing.ts';
import type { OutletWatch, RememberedOutlet } from '#shared/host/platform.ts';
import type { Timers } from '#shared/base/ring.ts';

/** Whether this computer hears the orders of an outlet; `outlet` is null where none is watched. */
export type Hearing = { outlet: RememberedOutlet | null; openOrders: number; deaf: Deaf | null };

export type HearingOptions = {
  timers: Timers;
  /** The outlet that was watched last, as it is on the disk. */
  remembered: () => RememberedOutlet | null;
  /** Whether an earlier run kept its session. */
  signedIn: boolean;
  /** Sounds the fault once. */
  sound: () => void;
  /** Something of {@link Hearing} may have changed. */
  changed: (now: Hearing) => void;
  /** The page hangs, or never came up: ends it, so that it is loaded anew. */
  restartPage: () => void;
};

const TICK_MS = 1_000;
/**
 * The limits are counted in ticks of this process, so that a computer that slept does not take its page for dead. The
 * page says `alive` every 5 s.
 */
const STOPPED_AFTER = 14;
const RESTARTED_AFTER = 30;
/** A slow computer may need longer to open the page at all than a page may stand still. */
const OPENED_WITHIN = 60;
/** How long a page may be there without a word of what it watches. */
const SPEAKS_WITHIN = 13;

/**
 * The one place that knows whether this computer hears orders: from what the page says, whether it still can say anything,
 * and what was traded last. The fault's sound, the tray and the log come from here alone (D71, D72, D74).
 */
export function hearing(options: HearingOptions) {
  const { timers, remembered, changed, restartPage } = options;
  const alarm = faultAlarm(options);
  /** What a page said last; another page inherits it until it says something itself. */
  let watch: OutletWatch | null = null;
  let { signedIn } = options;
  /** The server ended the session while this outlet was watched. */
  let ended: { outlet: RememberedOutlet; since: string } | null = null;
  /** Why this computer makes no sound, and since when. */
  let silent: Deaf | null = null;
  /** `alive` once it has said so; `recovering` while in its place stands the page that says so, and nothing else. */
  let page: 'loading' | 'alive' | 'recovering' = 'loading';
  let stoppedAt: string | null = null;
  let hasSpoken = false;
  /** Whether the page knows who is signed in: before that, that it watches nothing says nothing. */
  let sessionKnown = false;
  /** Ticks since the last sign of life, and since the page is expected to say what it watches. */
  let quiet = 0;
  let unspoken = 0;
  let expectedAt = now();
  let cancelDelay = () => {};
  let fault: string | null = null;

  function state(): Hearing {
    const outlet = ended?.outlet ?? watch ?? (signedIn && !hasSpoken ? remembered() : null);
    return { outlet, openOrders: watch?.openOrders ?? 0, deaf: outlet && whyDeaf() };
  }

  function whyDeaf(): Deaf | null {
    if (stoppedAt !== null) return { why: 'screen-stopped', since: stoppedAt };
    if (ended !== null) return { why: 'signed-out', since: ended.since };
    if (watch?.deaf) return watch.deaf;
    if (!hasSpoken && unspoken >= SPEAKS_WITHIN) return { why: 'not-connected', since: expectedAt };
    return silent;
  }

  function update(): void {
    const current = state();
    const { outlet, deaf } = current;
    const next =
      outlet && deaf && faultMustSound({ trading: outlet.trading, deaf })
        ? `${outlet.outletId} ${deaf.why} ${deaf.since}`
        : null;
    if (next !== fault) {
      fault = next;
      cancelDelay();
      // A cut comes and goes without anybody having to know; the others are certain.
      const mayPass = deaf?.why === 'not-connected';
      alarm.set(mayPass ? null : next);
      if (deaf && mayPass) cancelDelay = timers.after(untilTold(deaf), () => alarm.set(next));
    }
    changed(current);
  }

  function expectWord(): void {
    hasSpoken = false;
    unspoken = 0;
    expectedAt = now();
  }

  /** An outlet that is known to be closed needs nobody; a page that hangs is then for the person in front of it. */
  function repairs(): boolean {
    const { outlet } = state();
    return outlet !== null && outlet.trading !== false;
  }

  function tick(): void {
    timers.after(TICK_MS, tick);
    if (page === 'recovering') return;
    quiet += 1;
    unspoken += 1;
    if (!repairs()) return;
    if (quiet >= STOPPED_AFTER && stoppedAt === null) {
      stoppedAt = now();
      update();
    }
    if (unspoken === SPEAKS_WITHIN && !hasSpoken) update();
    const late = quiet - (page === 'alive' ? RESTARTED_AFTER : OPENED_WITHIN);
    if (late >= 0 && late % RESTARTED_AFTER === 0) restartPage();
  }

  timers.after(TICK_MS, tick);

  return {
    now: state,
    repairs,
    /** Whether orders come to the screen, be they heard or not. */
    isConnected(): boolean {
      const { outlet, deaf } = state();
      return outlet !== null && !(deaf && faultMustSound({ trading: null, deaf }));
    },
    /** Whether an outlet trades whose orders are heard here, or will be: the screen must not be closed by accident. */
    standsBy(): boolean {
      const { outlet } = state();
      return outlet?.trading === true && stoppedAt === null && ended === null;
    },
    /** A page begins to load, the first or another. */
    pageLoads(): void {
      page = 'loading';
      quiet = 0;
      sessionKnown = false;
      expectWord();
    },
    pageIsAlive(): void {
      quiet = 0;
      if (page === 'alive' && stoppedAt === null) return;
      page = 'alive';
      stoppedAt = null;
      update();
    },
    /** It crashed too often: another page says so until it is tried again. */
    pageRecovers(): void {
      page = 'recovering';
      stoppedAt ??= now();
      update();
    },
    setWatch(told: OutletWatch | null): void {
      if (told === null && !sessionKnown) return;
      hasSpoken = true;
      watch = told;
      update();
    },
    /** Why the computer makes no sound, whatever is watched. */
    setSilent(why: SilentReason | null): void {
      if (why === (silent?.why ?? null)) return;
      silent = why && { why, since: now() };
      update();
    },
    /** A session was found, or was not, where one was looked for; or somebody signed in. */
    setSignedIn(isSignedIn: boolean): void {
      if (isSignedIn && !signedIn) expectWord();
      sessionKnown = true;
      signedIn = isSignedIn;
      if (isSignedIn) ended = null;
      update();
    },
    /** The server ended the session. It stays a fault until somebody signs in, whatever the page says of what it watches. */
    sessionEnded(): void {
      const { outlet } = state();
      signedIn = false;
      if (outlet !== null && outlet.trading !== false) {
        const { outletId, outletName, trading } = outlet;
        ended = { outlet: { outletId, outletName, trading }, since: now() };
      }
      update();
    },
    /** The person ended it, or chose another server: nothing is expected to be heard here. */
    forget(): void {
      signedIn = false;
      ended = null;
      watch = null;
      update();
    },
    dismissFault: alarm.dismiss,
  };
}

/** The page may have waited already. Where the clock was put back or forward meanwhile, no longer than for a new cut. */
function untilTold({ since }: Deaf): number {
  return Math.min(DEAF_TOLD_AFTER_MS, Math.max(0, Date.parse(since) + DEAF_TOLD_AFTER_MS - Date.now()));
}

/** As a fault's beginning is shown to people, by the computer's clock. */
function now(): string {
  return new Date().toISOString();
}
