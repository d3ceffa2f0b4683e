import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { printerTroubles } from './printer-troubles.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => void vi.useRealTimers());

it('a printer’s trouble counts for the other tills until 3 s after its end, as they learn of that later (D60)', () => {
  const troubles = printerTroubles(
    () => ['kitchen', 'bar'],
    () => undefined,
  );
  troubles.told('kitchen', null);
  expect(troubles.mayBeHandedOver('kitchen')).toBe(false);
  troubles.told('kitchen', 'Out of paper');
  vi.advanceTimersByTime(60_000);
  expect(troubles.mayBeHandedOver('kitchen')).toBe(true);
  troubles.told('kitchen', null);
  vi.advanceTimersByTime(2_900);
  expect([troubles.mayBeHandedOver('kitchen'), troubles.mayBeHandedOver('bar')]).toEqual([true, false]);
  vi.advanceTimersByTime(200);
  expect(troubles.mayBeHandedOver('kitchen')).toBe(false);
});

it('a printer of which nothing was seen yet is not known to be well, and it is told once it is', () => {
  const changed = vi.fn<() => void>();
  const troubles = printerTroubles(() => ['kitchen'], changed);
  troubles.diskTold(null);
  expect(troubles.stateOf('kitchen')).toEqual({ printerId: 'kitchen', problem: null, unknown: true });
  changed.mockClear();
  troubles.told('kitchen', null);
  expect(changed).toHaveBeenCalledTimes(1);
  expect(troubles.stateOf('kitchen')).toEqual({ printerId: 'kitchen', problem: null });
});
