import type { MenuItemConstructorOptions } from 'electron';
import { brand } from '#shared/brand.ts';
import type { OutletWatch } from '#shared/platform.ts';

/** How the till is doing, in a few words, for whoever sees no more of it than its icon. */
export function trayText(watch: OutletWatch | null, waiting: number): string {
  if (watch === null) return `${brand.name}: no outlet is watched`;
  const { outletName, connected, trading } = watch;
  const parts = [connected ? 'connected' : 'not connected', trading ? 'trading' : 'closed'];
  if (waiting > 0) parts.push(waiting === 1 ? '1 new order' : `${waiting} new orders`);
  return `${outletName}: ${parts.join(', ')}`;
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
