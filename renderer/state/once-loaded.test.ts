import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { onceLoaded } from './once-loaded.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it('code that cannot be loaded is loaded again until it is there, and started once', async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error('offline'))
    .mockRejectedValueOnce(1);
  load.mockResolvedValue('code');
  const start = vi.fn<(code: string) => void>();
  onceLoaded(load, start);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(3);
  expect(start.mock.calls).toEqual([['code']]);
});

it('what ends before it is loaded is never started, and what was started is ended', async () => {
  const start = vi.fn<() => void>();
  const load = vi.fn<() => Promise<string>>().mockRejectedValue(new Error('offline'));
  onceLoaded(load, start)();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(load).toHaveBeenCalledTimes(1);
  expect(start).not.toHaveBeenCalled();

  const ended = vi.fn<() => void>();
  const end = onceLoaded(
    async () => 'code',
    () => ended,
  );
  await vi.advanceTimersByTimeAsync(0);
  end();
  expect(ended).toHaveBeenCalledTimes(1);
});
