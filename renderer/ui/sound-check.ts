import type { SilentReason } from '#shared/base/hearing.ts';
import { audio as pageAudio, later, PROVES_WITHIN_MS, type Audio } from './audio.ts';

/** Why a computer cannot sound, apart from its volume. */
export type Unable = Exclude<SilentReason, 'muted'>;

/** How often the loudspeakers are counted, in ms, and below at every how many of these sound is tried as well. */
const LOOK_EVERY_MS = 10_000;
const TRY_EACH = 6;
/** Trouble must last this long, in ms: devices come and go for moments. */
const STAYS_WRONG_MS = 1_500;
const ANSWERS_WITHIN_MS = 3_000;

export type SoundCheckOptions = {
  audio: {
    running: (runsOnMs: number) => Promise<Audio | null>;
    moves: (used: Audio) => Promise<boolean>;
    hasRun: () => boolean;
  };
  /** Resolves to null if that is unknown. */
  countLoudspeakers: () => Promise<number | null>;
  /** Whether this browser may mute a page until somebody has pressed something in it. */
  mayNeedPress: boolean;
  /** Called after each check. */
  looked: (unable: Unable | null) => void;
};

/**
 * Checks whether this computer could sound: there is a loudspeaker, and the audio runs. In doubt it could: a wrong
 * "no loudspeaker" teaches staff to ignore the screen.
 */
export function soundCheck({ audio, countLoudspeakers, mayNeedPress, looked }: SoundCheckOptions) {
  let unable: Unable | null = null;
  let looks = 0;
  let waitsForPress = mayNeedPress;
  let looking: Promise<void> | null = null;
  let stopped = false;

  async function measure(tries: boolean): Promise<Unable | null> {
    if ((await countLoudspeakers()) === 0) return 'no-loudspeaker';
    if (!tries && unable === null) return null;
    const running = await audio.running(PROVES_WITHIN_MS);
    if (running === null) return waitsForPress && !audio.hasRun() ? 'needs-press' : 'audio-failed';
    return (await audio.moves(running)) ? null : 'audio-failed';
  }

  async function lookOnce(tries: boolean): Promise<void> {
    let found = await measure(tries);
    if (found !== null && found !== unable && found !== 'needs-press') {
      await later(STAYS_WRONG_MS);
      found = await measure(true);
    }
    if (stopped) return;
    unable = found;
    looked(found);
  }

  function look(tries: boolean): Promise<void> {
    looking ??= lookOnce(tries).finally(() => (looking = null));
    return looking;
  }

  const timer = setInterval(() => {
    looks += 1;
    void look(looks % TRY_EACH === 0);
  }, LOOK_EVERY_MS);
  void look(true);

  return {
    /** Why it could not sound at the last check; null if it could. */
    now: () => unable,
    /** Checks now, after a possible change; results from before the change are waited for. */
    async look(): Promise<void> {
      await looking;
      await look(true);
    },
    /** The person has pressed something: from now on silence is a fault. Call it within the press's event. */
    pressed(): void {
      const first = waitsForPress;
      waitsForPress = false;
      if (!first && (unable === null || unable === 'no-loudspeaker')) return;
      // Started within the press, which some browsers require.
      void audio.running(PROVES_WITHIN_MS);
      void look(true);
    },
    stop(): void {
      stopped = true;
      clearInterval(timer);
    },
  };
}

/** Checks this page's own computer from now on. */
export function checkSound(options: Pick<SoundCheckOptions, 'mayNeedPress' | 'looked'>) {
  const check = soundCheck({ audio: pageAudio, countLoudspeakers, ...options });
  const devices: MediaDevices | undefined = navigator.mediaDevices;
  const changed = () => void check.look();
  devices?.addEventListener('devicechange', changed);
  const presses = ['pointerup', 'keydown'] as const;
  // Not every key counts as a press.
  const pressed = () => (navigator.userActivation?.hasBeenActive ?? true) && check.pressed();
  if (options.mayNeedPress) for (const press of presses) addEventListener(press, pressed, true);
  return {
    ...check,
    stop(): void {
      check.stop();
      devices?.removeEventListener('devicechange', changed);
      for (const press of presses) removeEventListener(press, pressed, true);
    },
  };
}

/**
 * Without a permission a browser lists one loudspeaker if there is any, which is enough. Only a browser that lets a
 * page choose its output lists loudspeakers at all; with others, an empty list means nothing.
 */
async function countLoudspeakers(): Promise<number | null> {
  if (!('setSinkId' in AudioContext.prototype)) return null;
  const counted = navigator.mediaDevices
    ?.enumerateDevices()
    .then((devices) => devices.filter(({ kind }) => kind === 'audiooutput').length)
    .catch(() => null);
  // If the system's audio hangs, so does this call.
  return Promise.race([counted ?? null, later(ANSWERS_WITHIN_MS).then(() => null)]);
}
