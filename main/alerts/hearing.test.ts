import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { OutletWatch } from '#shared/host/alerts.ts';
import type { RememberedOutlet } from '#shared/host/session.ts';
import { hearing } from './hearing.ts';
import { timers } from '../window/timers.ts';

const START = Date.parse('2026-05-01T09:00:00.000Z');
beforeEach(() => void vi.useFakeTimers({ now: START }));
afterEach(() => void vi.useRealTimers());

const ferry: RememberedOutlet = { outletId: 'outlet-1', outletName: 'The Old Ferry', trading: true };
const watch: OutletWatch = { ...ferry, openOrders: 2, deaf: null };
const cut = (): OutletWatch => ({
  ...watch,
  deaf: { why: 'not-connected', since: new Date().toISOString() },
});

/** A till whose page is loading. Sounds and restarts are recorded with the second at which they come. */
function started({ remembered = null as RememberedOutlet | null, signedIn = false } = {}) {
  const noted = { sounds: [] as number[], restarts: [] as number[] };
  const second = () => Math.floor((Date.now() - START) / 1000);
  const ears = hearing({
    timers,
    remembered: () => remembered,
    signedIn,
    sound: () => void noted.sounds.push(second()),
    changed: () => undefined,
    restartPage: () => void noted.restarts.push(second()),
  });
  ears.pageLoads();
  return { ears, noted, why: () => ears.now().deaf?.why ?? null };
}

/** The page runs for so many seconds and reports every 5. */
function runs(ears: ReturnType<typeof hearing>, seconds: number): void {
  for (let second = 0; second < seconds; second += 1) {
    if (second % 5 === 0) ears.pageIsAlive();
    vi.advanceTimersByTime(1000);
  }
}
const seconds = (count: number) => vi.advanceTimersByTime(count * 1000);

describe('a cut', () => {
  it('is no fault before it has lasted 5 s, and sounds until it is over', () => {
    const { ears, noted, why } = started();
    ears.watches(cut());
    runs(ears, 4);
    ears.watches(watch);
    runs(ears, 20);
    expect(noted.sounds).toEqual([]);
    ears.watches(cut());
    expect(why()).toBe('not-connected');
    runs(ears, 100);
    expect(noted.sounds).toEqual([29, 39, 49, 59, 69, 79, 89]);
    ears.watches(watch);
    runs(ears, 100);
    expect(noted.sounds).toHaveLength(7);
    expect(why()).toBeNull();
  });

  it('that has lasted already sounds at once', () => {
    const { ears, noted } = started();
    const told = cut();
    runs(ears, 7);
    ears.watches(told);
    runs(ears, 1);
    expect(noted.sounds).toEqual([7]);
  });

  it('is none of an outlet that is known to be closed', () => {
    const { ears, noted } = started();
    ears.watches({ ...cut(), trading: false });
    runs(ears, 30);
    expect(noted.sounds).toEqual([]);
    ears.watches({ ...cut(), trading: null });
    runs(ears, 6);
    expect(noted.sounds).toEqual([35]);
  });

  it('that a person has heard is silent until another fault begins', () => {
    const { ears, noted } = started();
    const first = cut();
    ears.watches(first);
    runs(ears, 16);
    ears.dismiss();
    ears.watches({ ...first, openOrders: 3 });
    runs(ears, 100);
    expect(noted.sounds).toEqual([5, 15]);
    ears.watches(watch);
    ears.watches(cut());
    runs(ears, 6);
    expect(noted.sounds).toEqual([5, 15, 121]);
  });
});

describe('a page that hangs while an outlet trades', () => {
  it('is heard of within 15 s, and ended after 30 s', () => {
    const { ears, noted, why } = started();
    ears.watches(watch);
    runs(ears, 11);
    seconds(20);
    expect(why()).toBe('screen-stopped');
    expect(noted.sounds).toEqual([24]);
    seconds(15);
    expect(noted.restarts).toEqual([40]);
    ears.pageLoads();
    expect(why()).toBe('screen-stopped');
    ears.pageIsAlive();
    expect(why()).toBeNull();
    runs(ears, 60);
    expect(noted.restarts).toHaveLength(1);
  });

  it('is told from a computer that slept: its own time stood still as well', () => {
    const { ears, noted } = started();
    ears.watches(watch);
    runs(ears, 11);
    vi.setSystemTime(Date.now() + 3_600_000);
    runs(ears, 30);
    expect(noted.sounds).toEqual([]);
    expect(noted.restarts).toEqual([]);
  });

  it('is left to the person in front of it where the outlet is closed or none is watched', () => {
    const { ears, noted } = started();
    ears.watches({ ...watch, trading: false });
    seconds(120);
    ears.watches(null);
    seconds(120);
    expect(noted).toEqual({ sounds: [], restarts: [] });
    expect(ears.repairs()).toBe(false);
  });
});

describe('a page that crashes', () => {
  it('is nothing to hear where it comes back at once', () => {
    const { ears, noted } = started();
    ears.watches(watch);
    runs(ears, 11);
    ears.pageLoads();
    seconds(4);
    ears.pageIsAlive();
    ears.watches(watch);
    runs(ears, 20);
    expect(noted.sounds).toEqual([]);
  });

  it('again and again is a fault from the moment at which another page says so, until it lives', () => {
    const { ears, noted, why } = started();
    ears.watches(watch);
    runs(ears, 11);
    ears.pageRecovers();
    expect(noted.sounds).toEqual([11]);
    seconds(29);
    expect(noted).toEqual({ sounds: [11, 21, 31], restarts: [] });
    expect(why()).toBe('screen-stopped');
    ears.pageLoads();
    ears.pageIsAlive();
    ears.watches(watch);
    runs(ears, 60);
    expect(noted.sounds).toHaveLength(3);
  });
});

describe('the session', () => {
  it('that the server ends while an outlet is watched is a fault, whatever the page does, until somebody signs in', () => {
    const { ears, noted, why } = started();
    ears.watches(watch);
    runs(ears, 11);
    ears.sessionEnded();
    ears.watches(null);
    runs(ears, 9);
    expect(noted.sounds).toEqual([11]);
    expect(ears.now()).toMatchObject({ outlet: ferry, deaf: { why: 'signed-out' } });
    ears.pageLoads();
    runs(ears, 10);
    expect(noted.sounds).toEqual([11, 21]);
    ears.setSignedIn(true);
    ears.watches(watch);
    runs(ears, 60);
    expect(noted.sounds).toHaveLength(2);
    expect(why()).toBeNull();
  });

  it('that a person ends is none, nor one whose outlet is closed', () => {
    const { ears, noted } = started();
    ears.watches(watch);
    ears.forget();
    runs(ears, 30);
    ears.setSignedIn(true);
    ears.watches({ ...watch, trading: false });
    ears.sessionEnded();
    runs(ears, 30);
    expect(noted.sounds).toEqual([]);
    expect(ears.now()).toEqual({ outlet: { ...watch, trading: false }, openOrders: 2, deaf: null });
  });
});

describe('a start', () => {
  it('whose page never comes up is heard of within 15 s where an outlet traded last, and tried again after a minute', () => {
    const { noted } = started({ remembered: ferry, signedIn: true });
    seconds(70);
    expect(noted.sounds.at(0)).toBe(13);
    expect(noted.restarts).toEqual([60]);
  });

  it('is silent where the outlet was closed, and where nobody was signed in', () => {
    const { noted } = started({ remembered: { ...ferry, trading: false }, signedIn: true });
    const nobody = started({ remembered: ferry });
    seconds(300);
    expect([noted, nobody.noted]).toEqual([
      { sounds: [], restarts: [] },
      { sounds: [], restarts: [] },
    ]);
  });

  it('whose page says nothing of what it watches is heard of within 15 s', () => {
    const { ears, noted, why } = started({ remembered: { ...ferry, trading: null }, signedIn: true });
    // Until the page knows who is signed in, this says nothing.
    ears.watches(null);
    runs(ears, 8);
    ears.setSignedIn(true);
    runs(ears, 7);
    expect(noted.sounds).toEqual([13]);
    expect(why()).toBe('not-connected');
    ears.watches(watch);
    runs(ears, 60);
    expect(noted.sounds).toHaveLength(1);
  });

  it('whose session is over is a fault of the outlet that traded last', () => {
    const { ears, noted } = started({ remembered: ferry, signedIn: true });
    ears.sessionEnded();
    ears.setSignedIn(false);
    runs(ears, 5);
    expect(noted.sounds).toEqual([0]);
  });
});

it('a computer that makes no sound is said so, and is no fault to sound', () => {
  const { ears, noted, why } = started();
  ears.watches(watch);
  ears.setSilent('no-loudspeaker');
  runs(ears, 60);
  expect(why()).toBe('no-loudspeaker');
  expect(noted.sounds).toEqual([]);
  ears.watches(cut());
  expect(why()).toBe('not-connected');
  ears.watches(watch);
  ears.setSilent(null);
  expect(why()).toBeNull();
});
