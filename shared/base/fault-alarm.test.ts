import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { pageTimers } from '../../renderer/platform/page-timers.ts';
import { faultAlarm } from './fault-alarm.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** When the alarm sounds, in seconds from its start. */
function listen() {
  const start = Date.now();
  const heard: number[] = [];
  const alarm = faultAlarm({
    timers: pageTimers,
    sound: () => heard.push(Math.round((Date.now() - start) / 1000)),
  });
  return { alarm, heard };
}
const after = (seconds: number) => vi.advanceTimersByTime(seconds * 1000);

it('sounds at once, every 10 s at first, and then every minute', () => {
  const { alarm, heard } = listen();
  alarm.set('not-connected 9:02');
  after(200);
  expect(heard).toEqual([0, 10, 20, 30, 40, 50, 60, 120, 180]);
});

it('falls silent when the fault ends, and begins anew with the next', () => {
  const { alarm, heard } = listen();
  alarm.set('not-connected 9:02');
  after(15);
  alarm.set(null);
  after(100);
  alarm.set('not-connected 9:04');
  after(5);
  expect(heard).toEqual([0, 10, 115]);
});

it('is silent once a person has heard it, until another fault begins', () => {
  const { alarm, heard } = listen();
  alarm.set('not-connected 9:02');
  alarm.dismiss();
  alarm.set('not-connected 9:02');
  after(300);
  alarm.set('signed-out 9:07');
  expect(heard).toEqual([0, 300]);
});
