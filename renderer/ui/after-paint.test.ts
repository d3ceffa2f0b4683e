// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { afterPaint as AfterPaint } from './after-paint.ts';

let afterPaint: typeof AfterPaint;
let frames: (() => void)[] = [];
let whenIdle: (() => void)[] = [];
let hidden = false;
const draw = () => frames.splice(0).forEach((callback) => callback());
const rest = () => whenIdle.splice(0).forEach((callback) => callback());

beforeEach(async () => {
  // It remembers when it ran last, by the clock of the test before.
  vi.resetModules();
  ({ afterPaint } = await import('./after-paint.ts'));
  [frames, whenIdle, hidden] = [[], [], false];
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => hidden);
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('requestIdleCallback', (callback: () => void) => whenIdle.push(callback));
});
afterEach(() => {
  vi.advanceTimersByTime(1_000);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a task waits for the next frame and for rest after it, and runs once', () => {
  const task = vi.fn<() => void>();
  afterPaint(task);
  rest();
  expect(task).not.toHaveBeenCalled();
  draw();
  expect(task).not.toHaveBeenCalled();
  rest();
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(task).toHaveBeenCalledTimes(1);
});

it('what waits for one frame runs in one go, also where one task fails; what comes later waits for the next', () => {
  const told = vi.fn<(error: unknown) => void>();
  vi.stubGlobal('reportError', told);
  const failing = vi.fn<() => void>().mockImplementation(() => {
    throw new Error('no');
  });
  const [second, later] = [vi.fn<() => void>(), vi.fn<() => void>()];
  afterPaint(failing);
  afterPaint(second);
  expect(frames).toHaveLength(1);
  draw();
  afterPaint(later);
  rest();
  expect(second).toHaveBeenCalledTimes(1);
  expect(told).toHaveBeenCalledTimes(1);
  expect(later).not.toHaveBeenCalled();
  vi.advanceTimersByTime(200);
  // The first frame's limit is no limit of the second's.
  vi.advanceTimersByTime(99);
  expect(later).not.toHaveBeenCalled();
  draw();
  rest();
  expect(later).toHaveBeenCalledTimes(1);
});

it('in a rush it runs five times a second, what comes meanwhile in one go, and a function that waits only once', () => {
  const [first, second] = [vi.fn<() => void>(), vi.fn<() => void>()];
  const ranAt: number[] = [];
  const began = performance.now();
  const task = () => void ranAt.push(performance.now() - began);
  // A hundred a second, for a second, each with a frame and rest after it.
  for (let at = 0; at < 100; at += 1) {
    afterPaint(task);
    if (at === 1) [first, second, first].forEach(afterPaint);
    draw();
    rest();
    vi.advanceTimersByTime(10);
  }
  expect(ranAt).toEqual([0, 200, 400, 600, 800]);
  expect(first).toHaveBeenCalledTimes(1);
  expect(second).toHaveBeenCalledTimes(1);
});

it('where no idle time is known, it is the task after the frame', () => {
  const task = vi.fn<() => void>();
  vi.stubGlobal('requestIdleCallback', undefined);
  Reflect.deleteProperty(globalThis, 'requestIdleCallback');
  afterPaint(task);
  draw();
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(1);
});

it('where no frame comes, or the page does not rest, it runs all the same, and at once in a hidden page', () => {
  const task = vi.fn<() => void>();
  afterPaint(task);
  vi.advanceTimersByTime(100);
  expect(task).toHaveBeenCalledTimes(1);
  draw();
  vi.advanceTimersByTime(200);
  afterPaint(task);
  draw();
  vi.advanceTimersByTime(100);
  expect(task).toHaveBeenCalledTimes(2);
  hidden = true;
  afterPaint(task);
  expect(task).toHaveBeenCalledTimes(3);
});
