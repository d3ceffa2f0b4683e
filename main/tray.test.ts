import { expect, it } from 'vitest';
import { trayMenu, trayText } from './tray.ts';

const watch = { outletName: 'The Old Ferry', connected: true, trading: true, openOrders: 3 };

it.each([
  [null, 0, 'Servery: no outlet is watched'],
  [watch, 0, 'The Old Ferry: connected, trading'],
  [watch, 1, 'The Old Ferry: connected, trading, 1 new order'],
  [{ ...watch, connected: false }, 2, 'The Old Ferry: not connected, trading, 2 new orders'],
  [{ ...watch, trading: false }, 0, 'The Old Ferry: connected, closed'],
])('says how the till is doing: %j, %i waiting', (watched, waiting, text) =>
  expect(trayText(watched, waiting)).toBe(text),
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
