import { faultAlarm } from '#shared/base/fault-alarm.ts';
import { faultMustSound } from '#shared/base/hearing.ts';
import type { OutletWatch } from '#shared/host/alerts.ts';
import type { Sound } from '#shared/host/preferences.ts';
import { ring } from '#shared/base/ring.ts';
import type { Listeners } from '../renderer/platform/listeners.ts';
import { notifications } from './notifications.ts';
import { canStayAwake, stayAwake } from './stay-awake.ts';
import { pageTimers } from '../renderer/platform/page-timers.ts';
import { strikeBell, type Heard } from '../renderer/ui/bell-sound.ts';
import { checkSound, type Unable } from '../renderer/ui/sound-check.ts';

type TabAlertsOptions = {
  preferences: () => { sound: Sound; volumePercent: number };
  /** The bell has sounded for these orders. */
  alerted: Listeners<readonly string[]>;
  /** The person chose an order's notification. */
  chosen: Listeners<{ orderId: string; outletId: string }>;
  /** Why this computer could not sound, whatever its volume, has changed. */
  silentChanged: Listeners<void>;
};

/** A tab's sounds and notifications; loaded with the signed-in screens, because nothing sounds before. */
export function tabAlerts({ preferences, alerted, chosen, silentChanged }: TabAlertsOptions) {
  let silent: Unable | null = null;
  const check = checkSound({
    mayNeedPress: true,
    looked(unable) {
      if (unable === silent) return;
      silent = unable;
      silentChanged.tell();
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
    strike: (orderIds) => void strike().then((sounded) => sounded && alerted.tell(orderIds)),
  });
  const keepAwake = stayAwake();
  const alarm = faultAlarm({ timers: pageTimers, sound: () => void sound('fault') });
  return {
    ringFor: bell.set,
    announce: notifications({ alerted, chosen }),
    watches(watch: OutletWatch | null) {
      keepAwake(watch?.trading === true);
      alarm.set(watch?.deaf && faultMustSound(watch) ? `${watch.deaf.why} ${watch.deaf.since}` : null);
    },
    dismiss: alarm.dismiss,
    ring: () => void strike(),
    fault: () => void sound('fault'),
    unable: () => silent,
    /** A page knows nothing of the disk. */
    examine: async () => ({ staysAwake: await canStayAwake(), freeBytes: null }),
  };
}
