import type { Preferences, Unable } from '#shared/host/computer.ts';
import type { IpcEventData } from '#shared/host/ipc.ts';
import type { SilentReason } from '#shared/base/hearing.ts';
import type { openBell } from './bell.ts';

type SoundingOptions = {
  bell: () => Pick<ReturnType<typeof openBell>, 'sound' | 'isAlive'>;
  preferences: () => Pick<Preferences, 'sound' | 'volumePercent'>;
  /** Called when that changes. */
  changed: (unable: Unable) => void;
  log: (message: string) => void;
};

/** The till's sounds and their volume, and whether the computer can sound at all. */
export function sounding({ bell, preferences, changed, log }: SoundingOptions) {
  let unable: Unable = null;

  function sound(heard: IpcEventData<'ring'>['sound'], orderIds: readonly string[]): void {
    const { volumePercent } = preferences();
    bell().sound({ sound: heard, volumePercent, orderIds: [...orderIds] });
  }

  const ring = (orderIds: readonly string[]) => sound(preferences().sound, orderIds);
  const fault = () => sound('fault', []);

  function setUnable(why: Unable): void {
    if (why === unable) return;
    unable = why;
    log(why === null ? 'This computer can sound' : `This computer cannot sound: ${why}`);
    changed(why);
  }

  return {
    ring,
    fault,
    setUnable,
    isMuted: () => preferences().volumePercent === 0,
    /** Why an order would make no sound now; null if it would. */
    silentBecause: (): SilentReason | null => unable ?? (preferences().volumePercent === 0 ? 'muted' : null),
    unable: () => unable,
    /** The bell's page says whether it could sound, and so that it is there. */
    bellSays(why: Unable): void {
      bell().isAlive();
      setUnable(why);
    },
  };
}
