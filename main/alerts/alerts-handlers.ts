import type { alertsPort, tillAlertsPort } from '#shared/host/alerts.ts';
import type { HandlersOf } from '#shared/host/port.ts';
import type { alerts } from './alerts.ts';
import type { hearing } from './hearing.ts';
import type { sounding } from './sounding.ts';

type AlertsHandlersOptions = {
  alert: ReturnType<typeof alerts>;
  ears: ReturnType<typeof hearing>;
  sounds: ReturnType<typeof sounding>;
  /** Called when the bell has sounded for these orders. */
  rang: (orderIds: string[]) => void;
};

export function alertsHandlers({ alert, ears, sounds, rang }: AlertsHandlersOptions) {
  return {
    setRinging: alert.ringFor,
    // A program needs no permission; if the system shows no notifications, the settings say so.
    askToNotify: () => 'allowed',
    announceOrder: alert.announce,
    setWatch: ears.watches,
    dismissFault: ears.dismiss,
    testRing: () => sounds.ring([]),
    soundFault: sounds.fault,
    sounded: rang,
    tellSilent: sounds.bellSays,
    alive: ears.pageIsAlive,
  } satisfies HandlersOf<typeof alertsPort & typeof tillAlertsPort>;
}
