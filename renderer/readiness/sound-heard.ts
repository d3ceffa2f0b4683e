import type { SilentReason } from '#shared/base/hearing.ts';
import type { Platform } from '#shared/host/platform.ts';
import type { Checked } from './checks.ts';

/** On what day, with what sound, somebody at this screen said that they heard it. */
let heard: string | null = null;

type Sounding = Pick<Platform, 'preferences' | 'silent'>;

/** Changes with the day, the sound and its volume: then it must be heard again. */
function nowOf({ preferences }: Sounding): string {
  const { sound, volumePercent } = preferences();
  return `${new Date().toDateString()} ${sound} ${volumePercent}`;
}

export function noteHeard(platform: Sounding): void {
  heard = nowOf(platform);
}

const faults: Record<SilentReason, string> = {
  muted: 'This computer is muted. Raise the volume in Settings.',
  'needs-press': 'This browser has not let the page sound yet. Press Play the bell.',
  'no-loudspeaker': 'There is no loudspeaker. Connect one.',
  'audio-failed': 'The sound of this computer does not work. Look at its loudspeaker and its settings.',
};

/** Whether orders are heard at this screen; null until a person has heard the bell. */
export function soundNow(platform: Sounding): Checked | null {
  const silent = platform.preferences().volumePercent === 0 ? 'muted' : platform.silent();
  if (silent !== null) return { state: 'fault', detail: faults[silent] };
  return heard === nowOf(platform) ? { state: 'ok', detail: 'Somebody heard it today.' } : null;
}
