// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { afterPaint } from './after-paint.ts';

const page = (hidden: boolean, frames: (() => void)[]) => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(hidden);
  vi.stubGlobal('requestAnimationFrame', (draw: () => void) => frames.push(draw));
};
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

it('a task waits for the next frame, and runs once', () => {
  const frames: (() => void)[] = [];
  const task = vi.fn<() => void>();
  page(false, frames);
  afterPaint(task);
  frames.forEach((draw) => draw());
  expect(task).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(task).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(1_000);
  expect(task).toHaveBeenCalledTimes(1);
});

it('where no frame comes it runs all the same, and at once in a hidden page', () => {
  const task = vi.fn<() => void>();
  page(false, []);
  afterPaint(task);
  vi.advanceTimersByTime(100);
  expect(task).toHaveBeenCalledTimes(1);
  page(true, []);
  afterPaint(task);
  expect(task).toHaveBeenCalledTimes(2);
});
