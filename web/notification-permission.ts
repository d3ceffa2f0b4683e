import type { NotifyOutcome } from '#shared/host/alerts.ts';
import { stored } from '../renderer/platform/stored.ts';
import { REFUSED_BEFORE } from './browser-preferences.ts';

/** Whether this browser may show notifications; asks the person if that is undecided. */
export async function askPermission(): Promise<NotifyOutcome> {
  const permission = 'Notification' in globalThis ? await decided() : 'denied';
  if (permission === 'granted') return 'allowed';
  // The question was dismissed without an answer.
  if (permission === 'default') return 'undecided';
  const known = stored.get(REFUSED_BEFORE) !== null;
  stored.set(REFUSED_BEFORE, 'true');
  return known ? 'refused-before' : 'refused';
}

async function decided(): Promise<NotificationPermission> {
  return Notification.permission === 'default' ? Notification.requestPermission() : Notification.permission;
}
