import { faultAlarm } from '#shared/base/fault-alarm.ts';
import { faultMustSound } from '#shared/base/hearing.ts';
import type { OutletWatch } from '#shared/host/platform.ts';
import type { Sound } from '#shared/host/preferences.ts';
import { ring } from '#shared/base/ring.ts';
import { pageTimers } from '../renderer/platform/page-timers.ts';
import { strikeBell, type Heard } from '../renderer/ui/bell-sound.ts';
import { checkSound, type Unable } from '../renderer/ui/sound-check.ts';
import { browserName } from '#shared/base/browser-name.ts';

type BrowserAlertsOptions = {
  preferences: () => { sound: Sound; volumePercent: number };
  /** Called when the bell has sounded for these orders. */
  alerted: (orderIds: readonly string[]) => void;
  /** Called when it changes whether, and why, this computer cannot sound, apart from its volume. */
  silentChanged: () => void;
};

/** A tab's sounds; loaded with the signed-in screens, because nothing sounds before. */
export function browserAlerts({ preferences, alerted, silentChanged }: BrowserAlertsOptions) {
  let silent: Unable | null = null;
  const check = checkSound({
    mayNeedPress: true,
    looked(unable) {
      if (unable === silent) return;
      silent = unable;
      silentChanged();
    },
  });
  const sound = (heard: Heard) => strikeBell(heard, preferences().volumePercent);
  async function strike(): Promise<boolean> {
    const sounded = await sound(preferences().sound);
    if (!sounded && preferences().volumePercent > 0) void check.look();
    return sounded && check.now() === null;
  }
  const bell = ring({
    timers: pageTimers,
    strike: (orderIds) => void strike().then((sounded) => sounded && alerted(orderIds)),
  });
  const alarm = faultAlarm({ timers: pageTimers, sound: () => void sound('fault') });
  return {
    setRinging: bell.set,
    setWatch: (watch: OutletWatch | null) =>
      alarm.set(watch?.deaf && faultMustSound(watch) ? `${watch.deaf.why} ${watch.deaf.since}` : null),
    dismissFault: alarm.dismiss,
    testRing: () => void strike(),
    soundFault: () => void sound('fault'),
    silentBecause: () => silent,
    screenName: browserName(navigator.userAgent),
  };
}
