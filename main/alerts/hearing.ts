import { faultAlarm } from '#shared/base/fault-alarm.ts';
import { DEAF_TOLD_AFTER_MS, faultMustSound, type Deaf, type SilentReason } from '#shared/base/hearing.ts';
import type { OutletWatch } from '#shared/host/alerts.ts';
import type { KnownOutlet } from '#shared/host/session.ts';
import type { Timers } from '#shared/base/ring.ts';

/** Whether this computer hears the orders of an outlet; `outlet` is null if none is watched. */
export type Hearing = { outlet: KnownOutlet | null; openOrders: number; deaf: Deaf | null };

export type HearingOptions = {
  timers: Timers;
  /** The outlet that was watched last, or several as one, from the disk. */
  remembered: () => KnownOutlet | null;
  /** Whether an earlier run stored its session. */
  signedIn: boolean;
  /** Sounds the fault once. */
  sound: () => void;
  /** Called when {@link Hearing} may have changed. */
  changed: (now: Hearing) => void;
  /** Ends a page that hangs or never loaded, so that it is loaded again. */
  restartPage: () => void;
};

const TICK_MS = 1_000;
/**
 * Limits are counted in ticks of this process, so that after a computer's sleep its page does not count as dead. The
 * page reports `alive` every 5 s.
 */
const STOPPED_AFTER = 14;
const RESTARTED_AFTER = 30;
/** A slow computer may need longer to load the page than a loaded page may be silent. */
const OPENED_WITHIN = 60;
/** How long a loaded page may take to report what it watches. */
const SPEAKS_WITHIN = 13;

/**
 * Decides alone whether this computer hears orders: from the page's reports, from whether the page still reports, and
 * from the outlet that traded last. The fault's sound, the tray and the log follow it.
 */
export function hearing(options: HearingOptions) {
  const { timers, remembered, changed, restartPage } = options;
  const alarm = faultAlarm(options);
  /** The page's last report; the next page inherits it until it reports itself. */
  let watch: OutletWatch | null = null;
  let { signedIn } = options;
  /** Set when the server ended the session while this outlet was watched. */
  let ended: { outlet: KnownOutlet; since: string } | null = null;
  /** Why this computer makes no sound, and since when. */
  let silent: Deaf | null = null;
  /** `alive` after its first report; `recovering` while a page is shown instead that only reports the crash. */
  let page: 'loading' | 'alive' | 'recovering' = 'loading';
  let stoppedAt: string | null = null;
  let hasSpoken = false;
  /** Whether the page knows who is signed in; before that, watching nothing has no meaning. */
  let sessionKnown = false;
  /** Ticks since the page's last report, and since it was expected to report what it watches. */
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
      // A short cut need not be reported; the other reasons are certain.
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

  /**
   * Whether the till may restart the page itself. With a closed outlet it must not: then the person at the till
   * decides.
   */
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
    /** Whether orders reach the screen, heard or not. */
    isConnected(): boolean {
      const { outlet, deaf } = state();
      return outlet !== null && !(deaf && faultMustSound({ trading: null, deaf }));
    },
    /**
     * Whether an outlet trades whose orders are heard here, or will be: its screen must not be closed by accident.
     */
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
    /** The page crashed too often: another page reports that until the next attempt. */
    pageRecovers(): void {
      page = 'recovering';
      stoppedAt ??= now();
      update();
    },
    /** The page says what it watches. */
    watches(told: OutletWatch | null): void {
      if (told === null && !sessionKnown) return;
      hasSpoken = true;
      watch = told;
      update();
    },
    /** Sets why the computer makes no sound, whatever is watched. */
    setSilent(why: SilentReason | null): void {
      if (why === (silent?.why ?? null)) return;
      silent = why && { why, since: now() };
      update();
    },
    /** Called when a stored session was looked for and found or not, and when somebody signs in. */
    setSignedIn(isSignedIn: boolean): void {
      if (isSignedIn && !signedIn) expectWord();
      sessionKnown = true;
      signedIn = isSignedIn;
      if (isSignedIn) ended = null;
      update();
    },
    /** The server ended the session. This stays a fault until somebody signs in, whatever the page reports. */
    sessionEnded(): void {
      const { outlet } = state();
      signedIn = false;
      if (outlet !== null && outlet.trading !== false) {
        const { outletId, outletName, trading } = outlet;
        ended = { outlet: { outletId, outletName, trading }, since: now() };
      }
      update();
    },
    /** The person signed out or chose another server: no orders are expected here. */
    forget(): void {
      signedIn = false;
      ended = null;
      watch = null;
      update();
    },
    dismiss: alarm.dismiss,
  };
}

/** Ms until the fault counts; the page may have waited already. If the clock was changed, at most the full time. */
function untilTold({ since }: Deaf): number {
  return Math.min(DEAF_TOLD_AFTER_MS, Math.max(0, Date.parse(since) + DEAF_TOLD_AFTER_MS - Date.now()));
}

/** The current time by the computer's clock, which people see as a fault's beginning. */
function now(): string {
  return new Date().toISOString();
}
