/** Why a screen makes no sound for a new order that it knows of. */
export const silentReasons = ['muted', 'needs-press', 'no-loudspeaker', 'audio-failed'] as const;
export type SilentReason = (typeof silentReasons)[number];

/** Why new orders are not heard at a screen. Only the host can detect `screen-stopped`. */
export const deafReasons = ['not-connected', 'signed-out', 'screen-stopped', ...silentReasons] as const;
export type DeafReason = (typeof deafReasons)[number];

/** The reasons that the seller's other screens can show. */
export const unheardReasons = [...silentReasons, 'signed-out'] as const;

/** `since` is ISO 8601. */
export type Deaf = { why: DeafReason; since: string };

/** How long a cut may last before it is reported, in ms. */
export const DEAF_TOLD_AFTER_MS = 5_000;

const FIRST_SOUNDS = 6;
const FIRST_EVERY_MS = 10_000;
const THEN_EVERY_MS = 60_000;

/**
 * How long until the fault sounds again, in ms, after it has sounded `sounded` times: often at first, then rarely.
 */
export function nextFaultSoundMs(sounded: number): number {
  return sounded < FIRST_SOUNDS ? FIRST_EVERY_MS : THEN_EVERY_MS;
}

/** Whether the bell must sound because orders are not heard; not while the outlet is known to be closed. */
export function faultMustSound({ trading, deaf }: { trading: boolean | null; deaf: Deaf | null }): boolean {
  return deaf !== null && trading !== false && soundsFault[deaf.why];
}

/** A computer that is muted or cannot sound shows the reason on this screen and on the seller's others instead. */
const soundsFault: Record<DeafReason, boolean> = {
  'not-connected': true,
  'signed-out': true,
  'screen-stopped': true,
  muted: false,
  'needs-press': false,
  'no-loudspeaker': false,
  'audio-failed': false,
};
