import { describe, expect, it } from 'vitest';
import { defaultPreferences, nextZoom, readPreferences } from './preferences.ts';

describe('what was kept of the preferences', () => {
  it('is read as it was, and what an older version did not know is as by default', () => {
    const kept = { ...defaultPreferences, sound: 'alarm', volumePercent: 0, theme: 'dark' };
    expect(readPreferences(kept)).toEqual(kept);
    expect(readPreferences({ theme: 'light' })).toEqual({ ...defaultPreferences, theme: 'light' });
  });

  it.each([
    null,
    7,
    [],
    'dark',
    { sound: 'scream' },
    { volumePercent: 101 },
    { volumePercent: '80' },
    { zoomPercent: 1000 },
    { windowMode: null },
    { startAtLogin: 'yes' },
  ])('is nothing where it is %j', (value) => expect(readPreferences(value)).toBeNull());
});

it('zoom goes from step to step, and stays at its ends', () => {
  expect(nextZoom(100, 1)).toBe(110);
  expect(nextZoom(100, -1)).toBe(90);
  expect(nextZoom(200, 1)).toBe(200);
  expect(nextZoom(75, -1)).toBe(75);
});
