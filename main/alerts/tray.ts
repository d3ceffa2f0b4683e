import type { MenuItemConstructorOptions } from 'electron';
import { brand } from '#shared/base/brand.ts';
import type { DeafReason } from '#shared/base/hearing.ts';
import type { Hearing } from './hearing.ts';

/** The till's state in a few words, for people who only see its icon. */
export function trayText({ outlet, deaf }: Pick<Hearing, 'outlet' | 'deaf'>, waiting: number): string {
  if (outlet === null) return `${brand.name}: no outlet is watched`;
  const parts = [deaf === null ? 'connected' : whyDeaf[deaf.why](timeOfDay(deaf.since))];
  if (outlet.trading !== null) parts.push(outlet.trading ? 'trading' : 'closed');
  if (waiting > 0) parts.push(waiting === 1 ? '1 new order' : `${waiting} new orders`);
  return `${outlet.outletName || brand.name}: ${parts.join(', ')}`;
}

const whyDeaf: Record<DeafReason, (since: string) => string> = {
  'not-connected': (since) => `not connected since ${since}`,
  'signed-out': (since) => `signed out since ${since}, orders are not heard`,
  'screen-stopped': (since) => `the screen has stopped at ${since}, orders are not heard`,
  muted: () => 'connected, muted',
  'no-loudspeaker': () => 'connected, no loudspeaker',
  'audio-failed': () => 'connected, no sound comes out',
  'needs-press': () => 'connected, press once to hear orders',
};

/** `9:02`, by this computer's clock. */
function timeOfDay(iso: string): string {
  const time = new Date(iso);
  return `${time.getHours()}:${`${time.getMinutes()}`.padStart(2, '0')}`;
}

export type TrayChoices = { open: () => void; setMuted: (muted: boolean) => void; quit: () => void };

export function trayMenu(
  text: string,
  muted: boolean,
  { open, setMuted, quit }: TrayChoices,
): MenuItemConstructorOptions[] {
  return [
    { label: text, enabled: false },
    { type: 'separator' },
    { label: `Open ${brand.name}`, click: open },
    { label: 'Muted', type: 'checkbox', checked: muted, click: () => setMuted(!muted) },
    { type: 'separator' },
    { label: `Quit ${brand.name}`, click: quit },
  ];
}
