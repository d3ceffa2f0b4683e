import type { computerPort } from '#shared/host/computer.ts';
import { defaultPreferences } from '#shared/host/preferences.ts';
import type { ScreensOf } from '#shared/host/port.ts';
import type { browserPreferences } from './browser-preferences.ts';
import type { LateAlerts } from './late-alerts.ts';

/** What a page knows of the computer that its browser runs on. */
export function browserComputer(
  { now, change, onChanged }: ReturnType<typeof browserPreferences>,
  alerts: LateAlerts,
): ScreensOf<typeof computerPort> {
  return {
    saveApiBase: async () => ({ kind: 'refused', message: 'The address is part of this site.' }),
    openExternal: (url) => void open(url, '_blank', 'noopener'),
    // A link from outside opens a new page; the worker tells of a notification that a person chose.
    onScreenChosen(listener) {
      const take = ({ data }: MessageEvent) => listener(String(data));
      const { serviceWorker } = navigator;
      serviceWorker?.addEventListener('message', take);
      return () => serviceWorker?.removeEventListener('message', take);
    },
    preferences: now,
    changePreferences: change,
    unmute: () => change({ volumePercent: defaultPreferences.volumePercent }),
    onPreferencesChanged: onChanged,
    silent: () => alerts.now()?.unable() ?? null,
    onSilentChanged: alerts.silentChanged.add,
    usualScreenName: () => '',
    examineComputer: async () => (await alerts.load()).examine(),
    exportLogs: async () => ({ kind: 'failed', message: 'A browser keeps no log of this site.' }),
  };
}
