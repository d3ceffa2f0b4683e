import type { alertsPort } from '#shared/host/alerts.ts';
import type { ScreensOf } from '#shared/host/port.ts';
import { afterPaint } from '../renderer/ui/after-paint.ts';
import type { LateAlerts } from './late-alerts.ts';

/** How long the browser's answer whether notifications are allowed is taken to hold, in ms. */
const PERMISSION_HOLDS_MS = 1_000;

/** How orders reach a person in a browser: while a tab is open. */
export function browserAlerts({ alerted, chosen, now, load }: LateAlerts): ScreensOf<typeof alertsPort> {
  const permission = knownPermission();
  return {
    setRinging(orders) {
      if (now() !== null || orders.length > 0) void load().then((alerts) => alerts.ringFor(orders));
    },
    async askToNotify() {
      const { askPermission } = await import('./notification-permission.ts');
      return askPermission().finally(permission.forget);
    },
    announceOrder(order) {
      afterPaint(() => {
        if (permission.isGranted()) void load().then((alerts) => alerts.announce(order));
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

/** Reading the permission takes as long as drawing an order, so of many orders only the first reads it. */
function knownPermission() {
  let granted = false;
  let readAt = Number.NEGATIVE_INFINITY;
  return {
    isGranted(): boolean {
      if (performance.now() - readAt >= PERMISSION_HOLDS_MS) {
        readAt = performance.now();
        granted = 'Notification' in globalThis && Notification.permission === 'granted';
      }
      return granted;
    },
    /** The person may have answered. */
    forget: () => void (readAt = Number.NEGATIVE_INFINITY),
  };
}
