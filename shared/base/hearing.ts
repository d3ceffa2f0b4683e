/** Why a screen makes no sound for a new order, though it knows of it. */
export const silentReasons = ['muted', 'needs-press', 'no-loudspeaker', 'audio-failed'] as const;
export type SilentReason = (typeof silentReasons)[number];

/** Why new orders are not heard at a screen. `screen-stopped` is known to the host alone. */
export const deafReasons = ['not-connected', 'signed-out', 'screen-stopped', ...silentReasons] as const;
export type DeafReason = (typeof deafReasons)[number];

/** Why orders are not heard at a screen, as far as the seller's other screens are told of it. */
export const unheardReasons = [...silentReasons, 'signed-out'] as const;

/** `since` is ISO 8601. */
export type Deaf = { why: DeafReason; since: string };

/** How long a cut may last before anybody is told of it, in ms. */
export const DEAF_TOLD_AFTER_MS = 5_000;

const FIRST_SOUNDS = 6;
const FIRST_EVERY_MS = 10_000;
const THEN_EVERY_MS = 60_000;

/** How long after the fault has sounded `sounded` times it sounds again, in ms: often at first, and then now and then. */
export function nextFaultSoundMs(sounded: number): number {
  return sounded < FIRST_SOUNDS ? FIRST_EVERY_MS : THEN_EVERY_MS;
}

/** Whether the bell must say that orders are not heard: not where the outlet is known to be closed. */
export function faultMustSound({ trading, deaf }: { trading: boolean | null; deaf: Deaf | null }): boolean {
  return deaf !== null && trading !== false && soundsFault[deaf.why];
}

/** Whoever has muted a computer, or whose computer cannot sound, is told on the screen and on the seller's others. */
const soundsFault: Record<DeafReason, boolean> = {
  'not-connected': true,
  'signed-out': true,
  'screen-stopped': true,
  muted: false,
  'needs-press': false,
  'no-loudspeaker': false,
  'audio-failed': false,
};
