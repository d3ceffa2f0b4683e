import type { Socket } from 'socket.io-client';
import { afterEach, expect, it, vi } from 'vitest';
import { outletNaming } from './outlet-naming.ts';

afterEach(() => {
  vi.useRealTimers();
});

it('an outlet that is not answered is named again after a while, also where the clock was set back', () => {
  vi.useFakeTimers();
  const emit = vi.fn<(event: string, outletId: string) => void>();
  const naming = outletNaming({
    socket: { id: 'here', connected: true, emit } as unknown as Socket,
    outletIds: ['harbour'],
    knownCounts: () => new Map(),
    onReply: () => undefined,
    onNoReply: () => undefined,
    acknowledgeMs: 5_000,
    patienceMs: 1_500,
  });
  naming.begin();
  vi.setSystemTime(Date.now() + 4_999);
  naming.beat();
  expect(emit).toHaveBeenCalledTimes(1);
  vi.setSystemTime(Date.now() + 1);
  naming.beat();
  expect(emit).toHaveBeenCalledTimes(2);
  vi.setSystemTime(Date.now() - 3_600_000);
  naming.beat();
  expect(emit).toHaveBeenCalledTimes(3);
  naming.beat();
  expect(emit).toHaveBeenCalledTimes(3);
  naming.stop();
});
