import type { alertsPort } from '#shared/host/alerts.ts';
import type { ScreensOf } from '#shared/host/port.ts';
import { afterPaint } from '../renderer/ui/after-paint.ts';
import type { LateAlerts } from './late-alerts.ts';

/** How orders reach a person in a browser: while a tab is open. */
export function browserAlerts({ alerted, chosen, now, load }: LateAlerts): ScreensOf<typeof alertsPort> {
  return {
    setRinging(orders) {
      if (now() !== null || orders.length > 0) void load().then((alerts) => alerts.ringFor(orders));
    },
    askToNotify: async () => (await import('./notification-permission.ts')).askPermission(),
    announceOrder(order) {
      // The order is drawn first.
      afterPaint(() => {
        if ('Notification' in globalThis) void load().then((alerts) => alerts.announce(order));
      });
    },
    onAlerted: alerted.add,
    onOrderChosen: chosen.add,
    // While it trades a visible tab keeps the screen awake; a hidden one can still sound.
    setWatch(watch) {
      if (now() !== null || watch !== null) void load().then((alerts) => alerts.watches(watch));
    },
    dismissFault: () => now()?.dismiss(),
    testRing: () => void load().then((alerts) => alerts.ring()),
    soundFault: () => void load().then((alerts) => alerts.fault()),
  };
}
