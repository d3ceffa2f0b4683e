import type { NotifyOutcome } from '#shared/host/alerts.ts';
import { stored } from '../renderer/platform/stored.ts';
import { REFUSED_BEFORE } from './browser-preferences.ts';

/** How long the browser's answer is taken to hold, in ms: to read it takes as long as to draw an order. */
const HOLDS_MS = 1_000;
let allowed = false;
let readAt = Number.NEGATIVE_INFINITY;

/** Whether this browser may show notifications; of many orders at once only the first asks it. */
export function mayNotify(): boolean {
  if (performance.now() - readAt < HOLDS_MS) return allowed;
  readAt = performance.now();
  return (allowed = Notification.permission === 'granted');
}

/** Whether this browser may show notifications; asks the person if that is undecided. */
export async function askPermission(): Promise<NotifyOutcome> {
  const permission = 'Notification' in globalThis ? await decided() : 'denied';
  readAt = Number.NEGATIVE_INFINITY;
  if (permission === 'granted' && (await canShow())) return 'allowed';
  // The question was dismissed without an answer.
  if (permission === 'default') return 'undecided';
  const known = stored.get(REFUSED_BEFORE) !== null;
  stored.set(REFUSED_BEFORE, 'true');
  return known ? 'refused-before' : 'refused';
}

/**
 * Whether notifications that are allowed are shown, too. Browsers of phones show none without a service worker, and say so
 * only when one is made.
 */
async function canShow(): Promise<boolean> {
  if ('serviceWorker' in navigator && (await navigator.serviceWorker.getRegistration())) return true;
  try {
    new Notification('Orders are announced here', { silent: true }).close();
    return true;
  } catch {
    return false;
  }
}

async function decided(): Promise<NotificationPermission> {
  return Notification.permission === 'default' ? Notification.requestPermission() : Notification.permission;
}
