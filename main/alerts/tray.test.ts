import { expect, it } from 'vitest';
import type { DeafReason } from '#shared/base/hearing.ts';
import { trayMenu, trayText } from './tray.ts';

const ferry = { outletId: 'outlet-1', outletName: 'The Old Ferry', trading: true };
const since = new Date(2026, 4, 1, 9, 2).toISOString();
const deaf = (why: DeafReason) => ({ outlet: ferry, deaf: { why, since } });

it.each([
  [{ outlet: null, deaf: null }, 0, 'Servery: no outlet is watched'],
  [{ outlet: ferry, deaf: null }, 0, 'The Old Ferry: connected, trading'],
  [{ outlet: ferry, deaf: null }, 1, 'The Old Ferry: connected, trading, 1 new order'],
  [{ outlet: { ...ferry, trading: false }, deaf: null }, 0, 'The Old Ferry: connected, closed'],
  [{ outlet: { ...ferry, outletName: '', trading: null }, deaf: null }, 0, 'Servery: connected'],
  [deaf('not-connected'), 2, 'The Old Ferry: not connected since 9:02, trading, 2 new orders'],
  [deaf('signed-out'), 0, 'The Old Ferry: signed out since 9:02, orders are not heard, trading'],
  [deaf('screen-stopped'), 0, 'The Old Ferry: the screen has stopped at 9:02, orders are not heard, trading'],
  [deaf('muted'), 0, 'The Old Ferry: connected, muted, trading'],
  [deaf('no-loudspeaker'), 0, 'The Old Ferry: connected, no loudspeaker, trading'],
])('says how the till is doing, and why orders are not heard: %j, %i waiting', (now, waiting, text) =>
  expect(trayText(now, waiting)).toBe(text),
);

it('opens, mutes, sounds again and quits', () => {
  const done: string[] = [];
  const choices = {
    open: () => void done.push('open'),
    setMuted: (muted: boolean) => void done.push(`muted ${muted}`),
    quit: () => void done.push('quit'),
  };
  for (const muted of [true, false])
    for (const { click } of trayMenu('', muted, choices)) (click as (() => void) | undefined)?.();
  expect(done).toEqual(['open', 'muted false', 'quit', 'open', 'muted true', 'quit']);
});
