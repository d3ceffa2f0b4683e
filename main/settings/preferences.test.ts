import { expect, it } from 'vitest';
import { defaultPreferences } from '#shared/host/preferences.ts';
import type { Preferences } from '#shared/host/computer.ts';
import { storedPreferences } from './preferences.ts';

function setUp(kept: Partial<Preferences>) {
  const stored = new Map<string, unknown>([['preferences', kept]]);
  let starts = false;
  const told: Preferences[] = [];
  const settings = {
    get: (name: string) => stored.get(name),
    set: (name: string, value: unknown) => void stored.set(name, value),
  } as never;
  const startAtLogin = { isOn: () => starts, set: (on: boolean) => void (starts = on) };
  const reports: string[] = [];
  const preferences = storedPreferences(
    settings,
    startAtLogin,
    (changed) => told.push(changed),
    (message) => reports.push(message),
  );
  return { preferences, told, reports, system: startAtLogin };
}

it('what an older till did not keep is as by default, and each change is told whole', () => {
  const { preferences, told } = setUp({ sound: 'alarm' });
  expect(preferences.now()).toEqual({ ...defaultPreferences, sound: 'alarm' });
  preferences.change({ volumePercent: 0 });
  expect(told).toEqual([{ ...defaultPreferences, sound: 'alarm', volumePercent: 0 }]);
  expect(preferences.now()).toEqual(told[0]);
});

it('a till that was muted sounds as loud as before, and one whose volume was moved to nothing as usual', () => {
  const { preferences } = setUp({ volumePercent: 35 });
  const { volumePercent: usual } = defaultPreferences;
  const volumes = [true, true, false, false].map((muted) => {
    preferences.setMuted(muted);
    return preferences.now().volumePercent;
  });
  expect(volumes).toEqual([0, 0, 35, 35]);
  preferences.setMuted(true);
  preferences.change({ volumePercent: 60 });
  for (const volumePercent of [30, 1, 0]) preferences.change({ volumePercent });
  preferences.setMuted(false);
  expect(preferences.now().volumePercent).toBe(usual);
});

it('whether it starts at login is the system’s word', () => {
  const { preferences, system } = setUp({ startAtLogin: true });
  expect(preferences.now().startAtLogin).toBe(false);
  preferences.change({ startAtLogin: true });
  expect(system.isOn()).toBe(true);
  system.set(false);
  expect(preferences.now().startAtLogin).toBe(false);
});

it.each([
  [
    'fails',
    () => {
      throw new Error('EROFS');
    },
  ],
  ['does nothing', () => undefined],
])(
  'where the system %s when it should start the till, a person is told, and the rest is kept',
  (_how, set) => {
    const { preferences, told, reports, system } = setUp({});
    system.set = set;
    preferences.change({ startAtLogin: true, sound: 'alarm' });
    expect(reports).toEqual([expect.stringContaining('cannot be set to start with this computer')]);
    expect(told).toMatchObject([{ startAtLogin: false, sound: 'alarm' }]);
  },
);

it('where it does as it is told, nothing is said', () => {
  const { preferences, reports } = setUp({});
  for (const startAtLogin of [true, false]) preferences.change({ startAtLogin });
  expect(reports).toEqual([]);
});
