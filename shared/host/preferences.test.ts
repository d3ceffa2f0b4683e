import { describe, expect, it } from 'vitest';
import { defaultPreferences, nextZoom, readPreferences, themeAt } from './preferences.ts';

describe('what was kept of the preferences', () => {
  it('is read as it was, and what an older version did not know is as by default', () => {
    const kept = { ...defaultPreferences, sound: 'alarm', volumePercent: 0, theme: 'dark' };
    expect(readPreferences(kept)).toEqual(kept);
    expect(readPreferences({ theme: 'light' })).toEqual({ ...defaultPreferences, theme: 'light' });
  });

  it.each([
    { sound: 'scream' },
    { volumePercent: 101 },
    { volumePercent: -1 },
    { volumePercent: '80' },
    { theme: 'by-season' },
    { zoomPercent: 1000 },
    { windowMode: null },
    { startAtLogin: 'yes' },
    { screenName: 7 },
  ])('is as by default where %j is nothing that this version knows, and the others stay', (unknown) => {
    const chosen = {
      sound: 'alarm',
      volumePercent: 35,
      raiseWindow: true,
      theme: 'dark',
      zoomPercent: 125,
      windowMode: 'kiosk',
      startAtLogin: true,
      screenName: 'Bar',
      newer: 'of another version',
    };
    const [name] = Object.keys(unknown) as [keyof typeof defaultPreferences];
    expect(readPreferences({ ...chosen, ...unknown })).toEqual({
      ...chosen,
      [name]: defaultPreferences[name],
    });
  });

  it.each([null, 7, [], 'dark'])('is nothing where it is %j', (value) =>
    expect(readPreferences(value)).toBeNull(),
  );
});

it('zoom goes from step to step, and stays at its ends', () => {
  expect(nextZoom(100, 1)).toBe(110);
  expect(nextZoom(100, -1)).toBe(90);
  expect(nextZoom(200, 1)).toBe(200);
  expect(nextZoom(75, -1)).toBe(75);
});

describe('the theme by the hour', () => {
  const at = (clock: string) => new Date(`2026-11-20T${clock}`);
  it.each([
    ['05:59:59', 'dark'],
    ['06:00', 'light'],
    ['17:59:59', 'light'],
    ['18:00', 'dark'],
    ['00:00', 'dark'],
  ])('at %s is %s', (clock, theme) => expect(themeAt('by-hour', at(clock))).toBe(theme));

  it.each(['system', 'light', 'dark'] as const)('leaves %s as it was chosen', (theme) =>
    expect(themeAt(theme, at('23:00'))).toBe(theme),
  );
});
