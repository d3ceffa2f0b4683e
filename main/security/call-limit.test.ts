import { expect, it } from 'vitest';
import { callLimit } from './call-limit.ts';

const calls = (count: number, call: () => boolean) =>
  Array.from({ length: count }, call).filter(Boolean).length;

it('a page that calls without end is answered at a steady rate, and others of its calls are not held up', () => {
  let time = 0;
  const mayCall = callLimit(() => time);
  expect(calls(10_000, () => mayCall('rememberOutlet'))).toBe(300);
  time += 500;
  expect(calls(10_000, () => mayCall('rememberOutlet'))).toBe(30);
  expect(mayCall('signIn')).toBe(true);
  time += 3_600_000;
  expect(calls(10_000, () => mayCall('rememberOutlet'))).toBe(300);
});

it('a board of 2000 orders may print and ring all at once', () => {
  const mayCall = callLimit(() => 0);
  expect(calls(2_000, () => mayCall('printByItself'))).toBe(2_000);
  expect(calls(2_000, () => mayCall('announceOrder'))).toBe(2_000);
});
